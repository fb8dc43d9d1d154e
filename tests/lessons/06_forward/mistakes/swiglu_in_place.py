"""silu is taken in place: the input is changed."""

REJECTED_BY = "keeps_input_and_dtype"
REPLACE = [
    (
        "F.silu(gate) * up",
        "F.silu(gate, inplace=True) * up",
    ),
]
