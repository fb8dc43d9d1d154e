"""Tokens are tensors: each keeps its memory, and nobody waits for the device."""

REJECTED_BY = "gives_the_whole_sequence_at_every_step"
REPLACE = [
    (
        "yield chosen.item()",
        "yield chosen[0]",
    ),
]
