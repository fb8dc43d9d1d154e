"""The tables are always made on the CPU."""

REJECTED_BY = "makes_tables_where_asked"
REPLACE = [
    (
        "torch.arange(0, head_dim, 2, device=device, dtype",
        "torch.arange(0, head_dim, 2, dtype",
    ),
    (
        "torch.arange(length, device=device, dtype",
        "torch.arange(length, dtype",
    ),
]
