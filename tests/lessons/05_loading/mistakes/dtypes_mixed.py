"""A layer has one row, with the dtype that came first."""

REJECTED_BY = "counts_by_layer_and_dtype"
REPLACE = [
    (
        """        counts = dtypes.setdefault(str(tensor.dtype).removeprefix("torch."), [0, 0])
""",
        """        kind = next(iter(dtypes), str(tensor.dtype).removeprefix("torch."))
        counts = dtypes.setdefault(kind, [0, 0])
""",
    ),
]
