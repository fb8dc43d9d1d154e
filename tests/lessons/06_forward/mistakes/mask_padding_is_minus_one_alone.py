"""Only -1 is taken for padding."""

REJECTED_BY = "goes_by_position_not_by_column"
REPLACE = [
    (
        "(seen >= 0)",
        "(seen != -1)",
    ),
]
