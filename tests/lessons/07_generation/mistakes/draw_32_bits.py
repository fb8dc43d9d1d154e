"""torch's generator on the CPU takes 32 bits of a seed: the others are lost."""

REJECTED_BY = "is_evenly_spread"
REPLACE = [
    (
        '    return random.Random(f"{seed}/{step}").random()',
        '    return random.Random(f"{seed % 2**32}/{step}").random()',
    ),
]
