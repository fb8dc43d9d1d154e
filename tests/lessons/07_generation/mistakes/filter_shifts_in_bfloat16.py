"""The best is taken away in bfloat16: the difference is rounded once more."""

REJECTED_BY = "loses_nothing_to_bfloat16"
REPLACE = [
    (
        """    logits = logits.float()
""",
        "",
    ),
]
