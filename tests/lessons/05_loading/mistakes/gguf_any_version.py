"""Any version is read."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """            if (version := cursor.number("I")) not in (2, 3):
                raise ValueError(f"it has version {version}: 2 and 3 are read")
""",
        """            cursor.number("I")
""",
    ),
]
