"""A tensor may have any number of dimensions."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """    if not 1 <= dims <= MAX_DIMS:
""",
        """    if dims == 0:
""",
    ),
]
