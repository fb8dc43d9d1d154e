"""Two negative dimensions make a positive number."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """type(value) is int and value >= 0  # True""",
        """type(value) is int  # True""",
    ),
]
