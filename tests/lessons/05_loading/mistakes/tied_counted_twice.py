"""A tied weight is counted under each of its names."""

REJECTED_BY = "counts_by_layer_and_dtype"
REPLACE = [
    (
        """chain(module.named_parameters(), module.named_buffers())""",
        """chain(module.named_parameters(remove_duplicate=False), module.named_buffers())""",
    ),
]
