"""The header is read anew for each tensor, whatever is known."""

REJECTED_BY = "asks_the_header_once"
REPLACE = [
    (
        """    table = read_header(path) if table is None else table
""",
        """    table = read_header(path)
""",
    ),
]
