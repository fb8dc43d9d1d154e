"""Each tensor is looked at by itself."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """            _lies_end_to_end(tensors, data, size)
""",
        """""",
    ),
]
