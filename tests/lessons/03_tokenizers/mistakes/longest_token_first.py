"""The longest token of the vocabulary that fits is taken, from left to right."""

REJECTED_BY = "merges_by_rank"
REPLACE = [
    (
        """        best = min(set(pairwise(tokens)), key=lambda pair: ranks.get(pair, len(ranks)))
""",
        """        known = [pair for pair in pairwise(tokens) if pair in ranks]
        best = max(known, key=lambda pair: len(pair[0] + pair[1]), default=None)
""",
    ),
]
