"""The step is forgotten: each token of a request has the same number."""

REJECTED_BY = "is_evenly_spread"
REPLACE = [
    (
        'random.Random(f"{seed}/{step}").random()',
        "random.Random(seed).random()",
    ),
]
