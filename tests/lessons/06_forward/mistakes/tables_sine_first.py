"""Sines, then cosines."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "torch.stack([angles.cos(), angles.sin()])",
        "torch.stack([angles.sin(), angles.cos()])",
    ),
]
