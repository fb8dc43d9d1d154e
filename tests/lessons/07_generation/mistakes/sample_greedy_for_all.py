"""One request with temperature 0 makes the whole batch greedy."""

REJECTED_BY = "depends_on_no_neighbour"
REPLACE = [
    (
        "if all(one.temperature == 0",
        "if any(one.temperature == 0",
    ),
]
