"""Blank lines are numbered as if they were records."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """                    if not line.strip():
                        continue
                    record += 1
""",
        """                    record += 1
                    if not line.strip():
                        continue
""",
    ),
]
