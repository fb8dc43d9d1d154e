"""sigmoid in place of silu: a GLU."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "F.silu(gate) * up",
        "torch.sigmoid(gate) * up",
    ),
]
