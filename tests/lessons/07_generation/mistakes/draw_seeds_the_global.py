"""The global generator is seeded: everyone else in the process now draws from it."""

REJECTED_BY = "depends_on_nothing_else"
REPLACE = [
    (
        '    return random.Random(f"{seed}/{step}").random()',
        """    random.seed(f"{seed}/{step}")
    return random.random()""",
    ),
]
