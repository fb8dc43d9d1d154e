"""The table comes sorted by name."""

REJECTED_BY = "reads_the_table"
REPLACE = [
    (
        """for name, entry in table.items()}
            _lies""",
        """for name, entry in sorted(table.items())}
            _lies""",
    ),
]
