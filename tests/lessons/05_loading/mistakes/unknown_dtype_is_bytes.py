"""An unknown dtype counts as bytes."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise""",
        """    if isinstance(dtype, str) and dtype not in DTYPES:
        dtype = "U8"
    if not isinstance(dtype, str):
        raise""",
    ),
]
