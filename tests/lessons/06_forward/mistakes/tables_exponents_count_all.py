"""The exponent is i / D where it is 2i / D: angles fall too slowly."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "torch.arange(0, head_dim, 2, device=device, dtype=torch.float32) / head_dim",
        "torch.arange(head_dim // 2, device=device, dtype=torch.float32) / head_dim",
    ),
]
