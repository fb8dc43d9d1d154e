"""Halves change places, and none changes its sign."""

REJECTED_BY = "turns_pairs"
REPLACE = [
    (
        "torch.cat([-high, low], dim=-1)",
        "torch.cat([high, low], dim=-1)",
    ),
]
