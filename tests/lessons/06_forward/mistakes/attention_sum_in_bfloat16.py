"""The sum under the weights is kept in bfloat16, where 256 + 1 is 256."""

REJECTED_BY = "survives_large_and_low_precision"
REPLACE = [
    (
        "    return scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)",
        """    grown = (scores - scores.amax(-1, keepdim=True)).exp()
    total = torch.zeros_like(grown[..., 0])
    for key in range(grown.shape[-1]):
        total = total + grown[..., key]
    return grown / total[..., None]""",
    ),
]
