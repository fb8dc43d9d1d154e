"""A negative index is refused."""

VERDICT = "ERROR"
REJECTED_BY = "takes_any_order"
REPLACE = [
    (
        """if not -len(self) <= index < len(self):""",
        """if not 0 <= index < len(self):""",
    ),
]
