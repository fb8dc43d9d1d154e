"""The lines stay in memory: fast, until the corpus is larger than it."""

REJECTED_BY = "keeps_little"
REPLACE = [
    (
        """        start = 0
        with open""",
        """        start, self._lines = 0, []
        with open""",
    ),
    (
        """                    self._sizes.append(len(line))
""",
        """                    self._sizes.append(len(line))
                    self._lines.append(line)
""",
    ),
    (
        """        with open(self.path, "rb", buffering=0) as file:
            file.seek(self._starts[index])
            line = file.read(self._sizes[index])
""",
        """        line = self._lines[index]
""",
    ),
]
