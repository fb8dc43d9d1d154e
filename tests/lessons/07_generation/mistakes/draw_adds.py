"""seed + step: request 3 at step 4 draws what request 4 draws at step 3."""

REJECTED_BY = "is_evenly_spread"
REPLACE = [
    (
        'random.Random(f"{seed}/{step}").random()',
        "random.Random(seed + step).random()",
    ),
]
