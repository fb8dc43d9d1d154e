"""A position behind the end is taken: the epoch ends at once, in silence."""

REJECTED_BY = "refuses_positions_that_are_none"
REPLACE = [
    (
        """        if epoch < 0 or not 0 <= delivered <= len(self):
""",
        """        if epoch < 0 or delivered < 0:
""",
    ),
]
