"""After a merge the new pairs are counted, and those that they replaced still count."""

REJECTED_BY = "merges_the_most_frequent"
REPLACE = [
    (
        """            self._count(place, -self.numbers[place])
""",
        """            self.pairs[pair] = 0
""",
    ),
]
