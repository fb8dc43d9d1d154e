"""Seed and step are handed over in the wrong order."""

REJECTED_BY = "takes_the_number_of_seed_and_step"
REPLACE = [
    (
        "draw(one.seed, step)",
        "draw(step, one.seed)",
    ),
]
