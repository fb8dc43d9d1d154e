"""The file is opened once and kept: after a fork its position belongs to everybody."""

VERDICT = "ERROR"
REJECTED_BY = "serves_processes_at_once"
REPLACE = [
    (
        """        self.path, self.tokenize, self.max_tokens = Path(path), tokenize, max_tokens
""",
        """        self.path, self.tokenize, self.max_tokens = Path(path), tokenize, max_tokens
        self._file = open(path, "rb", buffering=0)
""",
    ),
    (
        """        with open(self.path, "rb", buffering=0) as file:
            file.seek(self._starts[index])
            line = file.read(self._sizes[index])
""",
        """        self._file.seek(self._starts[index])
        line = self._file.read(self._sizes[index])
""",
    ),
    (
        """    @property
    def byte_lengths""",
        """    def __reduce__(self):
        return partial(TextDataset, max_tokens=self.max_tokens), (self.path, self.tokenize)

    @property
    def byte_lengths""",
    ),
]
