"""Tokens are sorted by their probabilities: rounded, those of two neighbours are equal."""

REJECTED_BY = "takes_the_best_at_temperature_0"
REPLACE = [
    (
        "values, order = scaled.sort(dim=-1, descending=True, stable=True)",
        """order = scaled.softmax(dim=-1).argsort(dim=-1, descending=True, stable=True)
    values = scaled.gather(1, order)""",
    ),
]
