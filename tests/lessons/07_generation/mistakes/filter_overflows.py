"""The best is not taken away first: a tiny temperature gives infinities, then NaN."""

REJECTED_BY = "takes_the_best_at_temperature_0"
REPLACE = [
    (
        "shifted = logits - logits.amax(dim=-1, keepdim=True)  # the best is 0: it cannot overflow",
        "shifted = logits",
    ),
]
