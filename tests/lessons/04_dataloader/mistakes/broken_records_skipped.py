"""A broken record is skipped in silence."""

REJECTED_BY = "names_what_is_broken"
REPLACE = [
    (
        """                        raise ValueError(f"{path}, line {number}: {error}") from None
""",
        """                        continue
""",
    ),
]
