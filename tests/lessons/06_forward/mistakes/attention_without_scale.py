"""The scores are not divided by the root of D."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        " * q.shape[-1] ** -0.5",
        "",
    ),
]
