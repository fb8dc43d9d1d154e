"""Of overlapping places only every second one is counted, as they will be merged."""

REJECTED_BY = "counts_every_place"
REPLACE = [
    (
        """        for pair in found:
            self.pairs[pair] += number
        return set(found)
""",
        """        last = None
        for pair in found:
            last = None if pair == last else pair
            self.pairs[pair] += number if last else 0
        return set(found)
""",
    ),
]
