"""The answer has the dtype of the logits."""

REJECTED_BY = "leaves_logits_as_they_are"
REPLACE = [
    (
        "    return torch.empty_like(values).scatter_(1, order, values)",
        "    return torch.empty_like(values).scatter_(1, order, values).to(given)",
    ),
    (
        """    logits = logits.float()
""",
        """    given, logits = logits.dtype, logits.float()
""",
    ),
]
