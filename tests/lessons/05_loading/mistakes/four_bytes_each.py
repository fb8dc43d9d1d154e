"""Every number takes four bytes."""

REJECTED_BY = "counts_by_layer_and_dtype"
REPLACE = [
    (
        """        counts[1] += tensor.nbytes
""",
        """        counts[1] += 4 * tensor.numel()
""",
    ),
]
