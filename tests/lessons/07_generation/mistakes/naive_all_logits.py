"""All logits are computed, and all but the last thrown away."""

REJECTED_BY = "gives_the_whole_sequence_at_every_step"
REPLACE = [
    (
        "logits_at=positions[None, -1:])",
        "logits_at=None)[:, -1:]",
    ),
]
