"""The settings are on the CPU, wherever the logits are."""

REJECTED_BY = "answers_where_the_logits_are"
REPLACE = [
    (
        "for one in params], device=logits.device)",
        "for one in params])",
    ),
]
