"""Buffers are not counted."""

REJECTED_BY = "counts_by_layer_and_dtype"
REPLACE = [
    (
        """chain(module.named_parameters(), module.named_buffers())""",
        """module.named_parameters()""",
    ),
]
