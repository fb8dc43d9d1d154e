"""Of two equal names the last one counts: two readers of the file may see two models."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
""",
        """""",
    ),
]
