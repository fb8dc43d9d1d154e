"""top_p and min_p are handed over in the wrong order."""

REJECTED_BY = "follows_the_probabilities"
REPLACE = [
    (
        '("temperature", "top_k", "top_p", "min_p")',
        '("temperature", "top_k", "min_p", "top_p")',
    ),
]
