"""All tensors are read before the first is put in."""

REJECTED_BY = "holds_one_tensor_at_a_time"
REPLACE = [
    (
        """    fresh = {}
    for own""",
        """    tensors = dict(tensors)
    fresh = {}
    for own""",
    ),
]
