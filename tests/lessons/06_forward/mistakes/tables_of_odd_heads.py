"""An odd head size is taken."""

REJECTED_BY = "refuses_an_odd_size"
REPLACE = [
    (
        "    if head_dim % 2:",
        "    if head_dim < 2:",
    ),
]
