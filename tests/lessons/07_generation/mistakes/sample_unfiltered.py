"""Draws from all tokens: the filters do nothing."""

REJECTED_BY = "follows_the_probabilities"
REPLACE = [
    (
        "filter_logits(logits, *settings).double()",
        "(logits / torch.tensor([max(p.temperature, 1e-9) for p in params])[:, None]).double()",
    ),
]
