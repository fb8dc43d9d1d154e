"""With a cache the model still looks at the new tokens alone."""

REJECTED_BY = "goes_through_the_cache"
REPLACE = [
    (
        """        if kv is None:
""",
        """        if kv is None or ids.shape[1] > 1:
""",
    ),
]
