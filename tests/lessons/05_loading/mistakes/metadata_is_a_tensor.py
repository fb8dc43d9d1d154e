"""`__metadata__` is read as a tensor."""

VERDICT = "ERROR"
REJECTED_BY = "reads_the_table"
REPLACE = [
    (
        """metadata = table.pop("__metadata__", {})""",
        """metadata = {}""",
    ),
]
