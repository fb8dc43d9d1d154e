"""Buffers become parameters."""

REJECTED_BY = "puts_every_tensor_in_its_place"
REPLACE = [
    (
        """        if isinstance(old, nn.Parameter):
            tensor""",
        """        if old.is_floating_point():
            tensor""",
    ),
]
