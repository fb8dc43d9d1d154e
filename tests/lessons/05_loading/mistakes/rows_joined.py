"""The result has one axis, whatever the input has."""

REJECTED_BY = "takes_any_shape"
REPLACE = [
    (
        """    numbers = blocks[..., 2:].view(np.int8) * scale
    return numbers.reshape(*blocks.shape[:-2], -1)""",
        """    numbers = blocks[..., 2:].view(np.int8) * scale
    return numbers.reshape(-1)""",
    ),
]
