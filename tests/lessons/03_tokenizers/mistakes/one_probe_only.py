"""Only the first probe is tried."""

REJECTED_BY = "finds_texts_that_change"
REPLACE = [
    (
        """    for text in PROBES:
""",
        """    for text in PROBES[:1]:
""",
    ),
]
