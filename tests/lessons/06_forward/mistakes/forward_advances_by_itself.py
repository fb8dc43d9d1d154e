"""The model advances the cache, which is the caller's part."""

REJECTED_BY = "goes_through_the_cache"
REPLACE = [
    (
        """        if logits_at is not None:
            x =""",
        """        if kv is not None:
            kv.advance()
        if logits_at is not None:
            x =""",
    ),
]
