"""The temperature of the first row for all rows."""

REJECTED_BY = "divides_by_the_temperature"
REPLACE = [
    (
        "torch.where(greedy, 1.0, temperature).unsqueeze(1)",
        "torch.where(greedy, 1.0, temperature)[0]",
    ),
]
