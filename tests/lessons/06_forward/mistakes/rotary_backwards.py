"""The sign is on the wrong half: everything turns the other way."""

REJECTED_BY = "turns_pairs"
REPLACE = [
    (
        "torch.cat([-high, low], dim=-1)",
        "torch.cat([high, -low], dim=-1)",
    ),
]
