"""The caller's logits are overwritten."""

REJECTED_BY = "leaves_logits_as_they_are"
REPLACE = [
    (
        "shifted = logits - logits.amax(dim=-1, keepdim=True)",
        "shifted = logits.sub_(logits.amax(dim=-1, keepdim=True))",
    ),
]
