"""The mask is float32 whatever the scores are."""

REJECTED_BY = "has_the_dtype_asked_for"
REPLACE = [
    (
        "torch.zeros(allowed.shape, dtype=dtype,",
        "torch.zeros(allowed.shape, dtype=torch.float32,",
    ),
]
