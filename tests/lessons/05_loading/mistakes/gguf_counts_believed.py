"""The counts are believed, and found out entry by entry."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """            if 24 * count + 13 * settings > cursor.size - cursor.at:
                raise ValueError(
                    f"it claims {count} tensors and {settings} settings in {cursor.size} bytes"
                )
""",
        """""",
    ),
]
