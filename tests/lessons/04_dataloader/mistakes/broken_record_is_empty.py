"""A broken record becomes an empty sample."""

REJECTED_BY = "refuses_what_is_not_there"
REPLACE = [
    (
        """            raise ValueError(f"{self.path}, record {index}: {error}") from None
        return self.tokenize(text)[: self.max_tokens]""",
        """            text = ""
        return self.tokenize(text)[: self.max_tokens]""",
    ),
]
