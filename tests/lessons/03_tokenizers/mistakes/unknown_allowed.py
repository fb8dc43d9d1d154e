"""A token that the vocabulary does not have may be allowed, and does nothing."""

REJECTED_BY = "refuses_what_is_not_special"
REPLACE = [
    (
        """        if unknown := [token for token in allowed if token not in self.special_ids]:
            raise ValueError(f"{unknown[0]!r} is no special token of this vocabulary")
""",
        """        allowed = [token for token in allowed if token in self.special_ids]
""",
    ),
]
