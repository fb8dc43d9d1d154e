"""A byte without a token is left out, as the library does it."""

REJECTED_BY = "refuses_what_has_no_token"
REPLACE = [
    (
        """                if lost := [token for token in tokens if token not in self.vocabulary]:
                    raise ValueError(f"the byte 0x{lost[0].hex()} has no token in this vocabulary")
                known = [self.vocabulary[token] for token in tokens]
""",
        """                known = [id for id in map(self.vocabulary.get, tokens) if id is not None]
""",
    ),
]
