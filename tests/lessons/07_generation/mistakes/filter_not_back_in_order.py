"""The filtered logits stay sorted: ids no longer fit."""

REJECTED_BY = "divides_by_the_temperature"
REPLACE = [
    (
        "torch.empty_like(values).scatter_(1, order, values)",
        "values",
    ),
]
