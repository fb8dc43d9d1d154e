"""The stream is a generator that is used up: the second epoch is empty."""

REJECTED_BY = "begins_anew"
REPLACE = [
    (
        """        record = -1
        for path""",
        """        record, self.paths, paths = -1, [], self.paths
        for path""",
    ),
    (
        """path in self.paths:
""",
        """path in paths:
""",
    ),
]
