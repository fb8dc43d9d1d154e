"""A batch is counted when the next one is asked for: after a restart it comes twice."""

REJECTED_BY = "counts_what_was_delivered"
REPLACE = [
    (
        """            self.delivered += 1
            yield batch
""",
        """            yield batch
            self.delivered += 1
""",
    ),
]
