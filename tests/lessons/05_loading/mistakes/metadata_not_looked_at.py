"""`__metadata__` may hold anything."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """            if not isinstance(metadata, dict) or not all(
                isinstance(value, str) for value in metadata.values()
            ):
""",
        """            if metadata is None:
""",
    ),
]
