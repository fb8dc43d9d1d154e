"""The number is of sample's own making, and not that of draw."""

REJECTED_BY = "takes_the_number_of_seed_and_step"
REPLACE = [
    (
        "draw(one.seed, step)",
        "random.Random(one.seed * 100_003 + step).random()",
    ),
]
