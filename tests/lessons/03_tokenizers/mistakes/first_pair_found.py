"""The first pair from the left that was ever learned is merged, whatever its rank."""

REJECTED_BY = "merges_by_rank"
REPLACE = [
    (
        """        best = min(set(pairwise(tokens)), key=lambda pair: ranks.get(pair, len(ranks)))
""",
        """        best = next((pair for pair in pairwise(tokens) if pair in ranks), None)
""",
    ),
]
