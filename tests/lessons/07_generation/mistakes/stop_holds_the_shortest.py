"""Of several beginnings the shortest is held back."""

REJECTED_BY = "stops_at_every_split_of_random_texts"
REPLACE = [
    (
        "sizes = range(min(len(text), len(stop) - 1), 0, -1)",
        "sizes = range(1, min(len(text), len(stop) - 1) + 1)",
    ),
]
