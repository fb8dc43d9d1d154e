"""A text of one word gets the list that is in the cache, and the caller changes it."""

REJECTED_BY = "bounds_its_cache"
REPLACE = [
    (
        """            ids += known
""",
        """            ids = ids + known if ids else known
""",
    ),
]
