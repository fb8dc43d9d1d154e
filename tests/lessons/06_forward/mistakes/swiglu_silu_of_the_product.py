"""silu goes over the product."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "F.silu(gate) * up",
        "F.silu(gate * up)",
    ),
]
