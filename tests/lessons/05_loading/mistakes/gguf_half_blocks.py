"""A row may end within a block."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """    if 0 in shape or shape[-1] % block:
""",
        """    if 0 in shape:
""",
    ),
]
