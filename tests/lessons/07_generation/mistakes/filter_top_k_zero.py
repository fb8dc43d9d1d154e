"""top_k 0 keeps one token: 0 was meant as no limit."""

REJECTED_BY = "divides_by_the_temperature"
REPLACE = [
    (
        "torch.where(top_k > 0, top_k, logits.shape[-1])",
        "top_k.clamp(min=1)",
    ),
]
