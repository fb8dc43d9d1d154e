"""`attention_weights` forgets the mask."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        """    if mask is not None:
        scores = scores + mask
""",
        "",
    ),
]
