"""Overlaps are looked for in the order of the table."""

VERDICT = "ERROR"
REJECTED_BY = "reads_other_files"
REPLACE = [
    (
        """for name, info in sorted(tensors.items(), key=lambda item: item[1].start):
        if info.start % alignment""",
        """for name, info in tensors.items():
        if info.start % alignment""",
    ),
]
