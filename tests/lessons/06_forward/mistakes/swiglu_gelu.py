"""gelu in place of silu."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "F.silu(gate) * up",
        "F.gelu(gate) * up",
    ),
]
