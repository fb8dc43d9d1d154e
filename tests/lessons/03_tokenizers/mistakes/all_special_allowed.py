"""`allowed` is not looked at: every special token in the text counts."""

REJECTED_BY = "replaces_what_is_allowed"
REPLACE = [
    (
        """        if not allowed:
            return self.encode(text)
        longest_first = sorted(allowed, key=len, reverse=True)
""",
        """        longest_first = sorted(self.special_ids, key=len, reverse=True)
""",
    ),
]
