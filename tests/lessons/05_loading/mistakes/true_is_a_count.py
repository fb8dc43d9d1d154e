"""`True` is an int, and passes for a dimension of 1."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """return type(value) is int and value >= 0  # True and 1.0 are no counts""",
        """return isinstance(value, int) and value >= 0""",
    ),
]
