"""The ranks are made on the CPU, wherever the logits are."""

REJECTED_BY = "works_where_the_logits_are"
REPLACE = [
    (
        "torch.arange(logits.shape[-1], device=logits.device)",
        "torch.arange(logits.shape[-1])",
    ),
]
