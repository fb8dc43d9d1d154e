"""`side` is not looked at."""

REJECTED_BY = "pads_to_the_longest"
REPLACE = [
    (
        """place = slice(0, length) if side == "right" else slice(width - length, width)""",
        """place = slice(0, length)""",
    ),
]
