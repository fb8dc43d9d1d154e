"""gather in place of scatter: the inverse order is another one."""

REJECTED_BY = "divides_by_the_temperature"
REPLACE = [
    (
        "torch.empty_like(values).scatter_(1, order, values)",
        "values.gather(1, order)",
    ),
]
