"""Offsets are counted from the beginning of the file."""

VERDICT = "ERROR"
REJECTED_BY = "reads_every_tensor_to_the_bit"
REPLACE = [
    (
        """    return TensorInfo(dtype, tuple(shape), data + begin, size)""",
        """    return TensorInfo(dtype, tuple(shape), begin, size)""",
    ),
    (
        """        if info.start != at:
""",
        """        at += start * (at == start)
        if info.start + start != at:
""",
    ),
]
