"""Blocks may come in any dtype."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_what_is_no_block"
REPLACE = [
    (
        """    if data.dtype != np.uint8 or data.ndim < 1 or data.shape[-1] % size:
""",
        """    if data.ndim < 1 or data.shape[-1] % size:
""",
    ),
]
