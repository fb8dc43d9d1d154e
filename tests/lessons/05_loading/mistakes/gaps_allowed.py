"""There may be gaps, in which anything can be hidden."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """        if info.start != at:
""",
        """        if info.start < at:
""",
    ),
    (
        """        at += info.size
    if at != end""",
        """        at = info.start + info.size
    if at != end""",
    ),
]
