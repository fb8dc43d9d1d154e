"""Of two equal keys the last counts."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """                if key in fields:
                    raise ValueError(f"the setting {key!r} is there twice")
""",
        """""",
    ),
]
