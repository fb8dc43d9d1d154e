"""The halves do not change places."""

REJECTED_BY = "turns_pairs"
REPLACE = [
    (
        "torch.cat([-high, low], dim=-1)",
        "torch.cat([-low, high], dim=-1)",
    ),
]
