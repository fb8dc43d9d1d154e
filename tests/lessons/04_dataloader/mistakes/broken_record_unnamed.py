"""A broken record raises, and nobody learns which one it was."""

REJECTED_BY = "refuses_what_is_not_there"
REPLACE = [
    (
        """raise ValueError(f"{self.path}, record {index}: {error}") from None""",
        """raise ValueError(str(error)) from None""",
    ),
]
