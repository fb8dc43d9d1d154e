"""What comes behind the last tensor is not looked at."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """    if at != end:
""",
        """    if at > end:
""",
    ),
]
