"""searchsorted counts the sums below: one is added too many."""

REJECTED_BY = "takes_the_best_where_temperature_is_0"
REPLACE = [
    (
        "right=True).squeeze(1)",
        "right=True).squeeze(1) + 1",
    ),
]
