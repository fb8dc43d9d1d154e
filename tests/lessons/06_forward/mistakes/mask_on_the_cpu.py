"""The mask is always made on the CPU."""

REJECTED_BY = "is_made_where_the_positions_are"
VERDICT = "ERROR"
REPLACE = [
    (
        "    mask = torch.zeros(allowed.shape, dtype=dtype, device=positions.device)",
        "    mask = torch.zeros(allowed.shape, dtype=dtype)",
    ),
]
