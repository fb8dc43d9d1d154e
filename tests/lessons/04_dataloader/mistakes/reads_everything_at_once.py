"""The whole file is read into memory when the dataset is made."""

REJECTED_BY = "keeps_little"
REPLACE = [
    (
        """            for line in file:
                if line.strip():
                    self._starts""",
        """            for line in file.read().splitlines(keepends=True):
                if line.strip():
                    self._starts""",
    ),
]
