"""Skipped lines do not move the offset."""

VERDICT = "ERROR"
REJECTED_BY = "gives_each_record"
REPLACE = [
    (
        """                    self._sizes.append(len(line))
                start += len(line)""",
        """                    self._sizes.append(len(line))
                    start += len(line)""",
    ),
]
