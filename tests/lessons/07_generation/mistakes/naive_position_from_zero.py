"""Every step sees the last token alone, at position 0."""

REJECTED_BY = "gives_the_whole_sequence_at_every_step"
REPLACE = [
    (
        "logits = model(ids[None], positions[None], logits_at=positions[None, -1:])",
        "logits = model(ids[None, -1:], positions[None, :1], logits_at=positions[None, :1])",
    ),
]
