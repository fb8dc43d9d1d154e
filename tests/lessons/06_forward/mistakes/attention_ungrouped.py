"""Grouped heads are not handled."""

REJECTED_BY = "takes_from_the_values"
VERDICT = "ERROR"
REPLACE = [
    (
        ", enable_gqa=grouped",
        "",
    ),
]
