"""For each record the file is read from its beginning."""

REJECTED_BY = "reads_what_is_asked_for"
REPLACE = [
    (
        """            file.seek(self._starts[index])
            line = file.read(self._sizes[index])
""",
        """            start = self._starts[index]
            line = file.read()[start : start + self._sizes[index]]
""",
    ),
]
