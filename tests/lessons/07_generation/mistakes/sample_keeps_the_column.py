"""The answer is (B, 1) and not (B,)."""

REJECTED_BY = "takes_the_best_where_temperature_is_0"
REPLACE = [
    (
        "right=True).squeeze(1)",
        "right=True)",
    ),
]
