"""The tables have the default dtype, in which position 257 does not exist."""

REJECTED_BY = "stays_exact_far_out"
REPLACE = [
    (
        ", dtype=torch.float32) / head_dim",
        ", dtype=torch.get_default_dtype()) / head_dim",
    ),
    (
        "    positions = torch.arange(length, device=device, dtype=torch.float32)",
        "    positions = torch.arange(length, device=device, dtype=torch.get_default_dtype())",
    ),
]
