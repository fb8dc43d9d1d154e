"""Each file is read as a whole."""

REJECTED_BY = "holds_one_record_at_a_time"
REPLACE = [
    (
        """for number, line in enumerate(file, 1):""",
        """for number, line in enumerate(file.readlines(), 1):""",
    ),
]
