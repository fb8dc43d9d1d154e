"""silu goes over both halves."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "F.silu(gate) * up",
        "F.silu(gate) * F.silu(up)",
    ),
]
