"""The scores are divided by D, not by its root."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        " * q.shape[-1] ** -0.5",
        " / q.shape[-1]",
    ),
]
