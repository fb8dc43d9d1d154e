"""Multiplies by the temperature: hot is cold."""

REJECTED_BY = "divides_by_the_temperature"
REPLACE = [
    (
        "shifted / torch.where",
        "shifted * torch.where",
    ),
]
