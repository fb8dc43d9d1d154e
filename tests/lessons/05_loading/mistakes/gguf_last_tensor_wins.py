"""Of two equal names the last counts."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """                if name in tensors:
                    raise ValueError(f"the tensor {name!r} is there twice")
""",
        """""",
    ),
]
