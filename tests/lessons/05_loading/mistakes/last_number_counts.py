"""The layer is the name up to its last number."""

REJECTED_BY = "counts_by_layer_and_dtype"
REPLACE = [
    (
        """    for place, part in enumerate(parts):
        if part.isdecimal():
""",
        """    for place, part in reversed(list(enumerate(parts))):
        if part.isdecimal():
""",
    ),
]
