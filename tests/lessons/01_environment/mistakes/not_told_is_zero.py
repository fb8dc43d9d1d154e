"""Memory that the driver does not tell is 0 bytes."""

REJECTED_BY = "leaves_untold_what_was_not_told"
REPLACE = [
    (
        ("    if cell is None:\n        return None\n    number"),
        ("    if cell is None:\n        return 0\n    number"),
    ),
]
