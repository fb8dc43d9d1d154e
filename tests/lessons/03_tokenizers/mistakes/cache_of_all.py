"""All tokenizers share one cache, though their merges differ."""

REJECTED_BY = "bounds_its_cache"
REPLACE = [
    (
        """                    self.cache[word] = known
""",
        """                    self.cache[word] = _KNOWN[word] = known
""",
    ),
    (
        """            known = self.cache.get(word)
""",
        """            known = self.cache.get(word) or _KNOWN.get(word)
""",
    ),
    (
        """### BEGIN SOLUTION task=encode
def _merged""",
        """_KNOWN: dict[bytes, list[int]] = {}


### BEGIN SOLUTION task=encode
def _merged""",
    ),
]
