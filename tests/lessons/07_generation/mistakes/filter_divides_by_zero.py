"""Temperature 0 is a division by 0: NaN."""

REJECTED_BY = "takes_the_best_at_temperature_0"
REPLACE = [
    (
        "torch.where(greedy, 1.0, temperature)",
        "temperature",
    ),
]
