"""Gate and up are taken in turn."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "    gate, up = gate_up.chunk(2, dim=-1)",
        "    gate, up = gate_up[..., ::2], gate_up[..., 1::2]",
    ),
]
