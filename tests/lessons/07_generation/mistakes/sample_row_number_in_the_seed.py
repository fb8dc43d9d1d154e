"""The row is added to the seed: the token depends on the place in the batch."""

REJECTED_BY = "depends_on_no_neighbour"
REPLACE = [
    (
        "draw(one.seed, step) for one, step in zip(params, steps, strict=True)",
        "draw(one.seed + row, step) for row, (one, step) in "
        "enumerate(zip(params, steps, strict=True))",
    ),
]
