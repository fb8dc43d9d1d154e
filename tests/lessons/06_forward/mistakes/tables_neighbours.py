"""Each angle stands twice in a row, for pairs of neighbours."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "    angles = torch.cat([angles, angles], dim=-1)",
        "    angles = angles.repeat_interleave(2, dim=-1)",
    ),
]
