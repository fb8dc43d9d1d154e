"""Tensors may overlap."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """        if info.start < end:
            raise ValueError(f"{name!r} at offset {info.start} overlaps the tensor before it")
""",
        """""",
    ),
]
