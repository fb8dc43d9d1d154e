"""An alignment of 0 is divided by."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """    if type(alignment) is not int or alignment < 1 or alignment & (alignment - 1):
        raise ValueError(f"general.alignment is {alignment!r}: it must be a power of two")
""",
        """""",
    ),
]
