"""A tensor of another shape is put in."""

REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        if tensor.shape != old.shape:
""",
        """        if tensor.shape is None:
""",
    ),
]
