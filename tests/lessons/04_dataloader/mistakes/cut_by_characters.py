"""`max_tokens` cuts the text, not the tokens."""

REJECTED_BY = "cuts_at_max_tokens"
REPLACE = [
    (
        """return self.tokenize(text)[: self.max_tokens]""",
        """return self.tokenize(text[: self.max_tokens])""",
    ),
]
