"""Any whole number is an alignment."""

REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """ or alignment & (alignment - 1):""",
        """:""",
    ),
]
