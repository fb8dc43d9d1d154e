"""The second half is taken for the gate."""

REJECTED_BY = "gates"
REPLACE = [
    (
        "    gate, up = gate_up.chunk",
        "    up, gate = gate_up.chunk",
    ),
]
