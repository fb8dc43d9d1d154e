"""A tensor is dequantised as a whole."""

REJECTED_BY = "holds_the_model_once"
REPLACE = [
    (
        """    step = max(SLAB // columns, 1)
""",
        """    step = rows
""",
    ),
]
