"""Tensors may overlap: one is seen through the other."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """        if info.start != at:
""",
        """        if info.start > at:
""",
    ),
    (
        """        at += info.size
    if at != end""",
        """        at = max(at, info.start + info.size)
    if at != end""",
    ),
]
