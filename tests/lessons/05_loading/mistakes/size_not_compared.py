"""Shape and offsets are not compared: the shape decides how much is read."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """    if end - begin != size:
""",
        """    if end < begin:
""",
    ),
]
