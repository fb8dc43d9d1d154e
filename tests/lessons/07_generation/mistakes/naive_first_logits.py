"""Takes the logits of the first token."""

REJECTED_BY = "gives_the_whole_sequence_at_every_step"
REPLACE = [
    (
        "logits_at=positions[None, -1:]",
        "logits_at=positions[None, :1]",
    ),
]
