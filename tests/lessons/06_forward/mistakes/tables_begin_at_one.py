"""The first position is 1."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "    positions = torch.arange(length, device=device, dtype=torch.float32)",
        "    positions = torch.arange(1, length + 1, device=device, dtype=torch.float32)",
    ),
]
