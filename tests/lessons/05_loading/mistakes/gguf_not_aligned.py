"""Offsets need not be aligned."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """        if info.start % alignment:
            raise ValueError(f"{name!r} has the offset {info.start}: no multiple of {alignment}")
""",
        """""",
    ),
]
