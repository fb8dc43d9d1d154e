"""The digits are joined without a mark between: (1, 23) and (12, 3) are the same text."""

REJECTED_BY = "is_evenly_spread"
REPLACE = [
    (
        'random.Random(f"{seed}/{step}").random()',
        'random.Random(f"{seed}{step}").random()',
    ),
]
