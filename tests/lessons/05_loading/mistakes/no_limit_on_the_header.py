"""A header may be as long as the file."""

REJECTED_BY = "asks_before_it_reads"
REPLACE = [
    (
        """length > min(MAX_HEADER, size - 8)""",
        """length > size - 8""",
    ),
]
