"""Each tensor is asked for twice: for its shape and for its numbers."""

REJECTED_BY = "holds_one_tensor_at_a_time"
REPLACE = [
    (
        """        if tensor.shape != old.shape:
""",
        """        if tensors[name].shape != old.shape:
""",
    ),
]
