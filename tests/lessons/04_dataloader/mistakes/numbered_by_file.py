"""Each file is numbered anew: the first records of all files go to rank 0."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """        record = -1
        for path in self.paths:
""",
        """        for path in self.paths:
            record = -1
""",
    ),
]
