"""The seed is forgotten: all requests draw the same."""

REJECTED_BY = "is_evenly_spread"
REPLACE = [
    (
        'random.Random(f"{seed}/{step}").random()',
        "random.Random(step).random()",
    ),
]
