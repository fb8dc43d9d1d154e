"""The mask is added after the softmax: the rows no longer add up to 1."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        """    if mask is not None:
        scores = scores + mask
    return scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)""",
        """    weights = scores.softmax(dim=-1, dtype=torch.float32)
    if mask is not None:
        weights = weights * (mask == 0)
    return weights.to(q.dtype)""",
    ),
]
