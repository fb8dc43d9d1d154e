"""An open file is an attribute: pickle refuses it, and so does every worker that is spawned."""

VERDICT = "ERROR"
REJECTED_BY = "survives_pickling"
REPLACE = [
    (
        """        with open(self.path, "rb", buffering=0) as file:
            file.seek(self._starts[index])
            line = file.read(self._sizes[index])
""",
        """        self._file = open(self.path, "rb", buffering=0)
        self._file.seek(self._starts[index])
        line = self._file.read(self._sizes[index])
""",
    ),
]
