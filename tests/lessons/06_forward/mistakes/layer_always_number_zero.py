"""Every layer asks the cache as layer 0."""

REJECTED_BY = "goes_through_the_cache"
REPLACE = [
    (
        "attend(self.index, q.",
        "attend(0, q.",
    ),
]
