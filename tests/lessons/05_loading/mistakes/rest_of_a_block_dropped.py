"""Half a block at the end is dropped."""

REJECTED_BY = "refuses_what_is_no_block"
REPLACE = [
    (
        """    if data.dtype != np.uint8 or data.ndim < 1 or data.shape[-1] % size:
""",
        """    if data.dtype == np.uint8 and data.ndim:
        data = data[..., : data.shape[-1] // size * size]
    if data.dtype != np.uint8 or data.ndim < 1:
""",
    ),
]
