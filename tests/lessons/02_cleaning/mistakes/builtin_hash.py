"""MinHash with the builtin `hash` of texts: each process finds other borderline pairs."""

REJECTED_BY = "answers_the_same_in_every_process"
REPLACE = [
    (
        "(shingles * odd + offset).min() for odd, offset in _HASHES",
        'min(hash(f"{number} {each}") for each in shingles) for number in range(PERMUTATIONS)',
    ),
]
