"""The cache keeps every word that was ever met."""

REJECTED_BY = "bounds_its_cache"
REPLACE = [
    (
        """                if len(self.cache) >= self.cache_size > 0:
                    del self.cache[next(iter(self.cache))]  # the oldest
""",
        "",
    ),
]
