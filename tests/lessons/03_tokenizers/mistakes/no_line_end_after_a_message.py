"""The line end after END is forgotten."""

REJECTED_BY = "writes_a_chat"
REPLACE = [
    (
        """            ids += [start, *text, end, *self.encode("\\n")]
""",
        """            ids += [start, *text, end]
""",
    ),
]
