"""`attention` forgets the mask."""

REJECTED_BY = "takes_from_the_values"
REPLACE = [
    (
        "attn_mask=mask, enable",
        "attn_mask=None, enable",
    ),
]
