"""Python's global generator: the number depends on what was drawn before."""

REJECTED_BY = "depends_on_nothing_else"
REPLACE = [
    (
        'random.Random(f"{seed}/{step}").random()',
        "random.random()",
    ),
]
