"""Each different word counts once, however often it occurs."""

REJECTED_BY = "counts_every_place"
REPLACE = [
    (
        """            self.pairs[pair] += number
        return set(found)""",
        """            self.pairs[pair] += 1 if number > 0 else -1
        return set(found)""",
    ),
]
