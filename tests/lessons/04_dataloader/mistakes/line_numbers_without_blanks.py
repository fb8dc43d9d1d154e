"""The message counts records, not lines."""

REJECTED_BY = "names_what_is_broken"
REPLACE = [
    (
        """raise ValueError(f"{path}, line {number}: {error}")""",
        """raise ValueError(f"{path}, line {record + 1}: {error}")""",
    ),
]
