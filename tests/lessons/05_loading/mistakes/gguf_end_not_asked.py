"""Nobody asks whether a tensor ends within the file."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """        if data + end > cursor.size:
            raise ValueError(f"{name!r} ends at byte {data + end} of {cursor.size}")
""",
        """""",
    ),
]
