"""The shape is left as the file has it: columns first."""

VERDICT = "ERROR"
REJECTED_BY = "reads_what_the_package_writes"
REPLACE = [
    (
        """for _ in range(dims))[::-1]""",
        """for _ in range(dims))""",
    ),
]
