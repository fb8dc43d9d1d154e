"""A width that is a multiple already is made wider."""

REJECTED_BY = "rounds_up"
REPLACE = [
    (
        """width = -(-max(lengths) // multiple_of) * multiple_of""",
        """width = (max(lengths) // multiple_of + (multiple_of > 1)) * multiple_of""",
    ),
]
