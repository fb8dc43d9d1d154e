"""Every word is merged anew, however often it occurs."""

REJECTED_BY = "remembers_pre_tokens"
REPLACE = [
    (
        """            known = self.cache.get(word)
""",
        """            known = None
""",
    ),
]
