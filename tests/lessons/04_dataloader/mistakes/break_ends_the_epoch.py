"""Leaving the loop counts as the end of the epoch: the rest is never seen."""

REJECTED_BY = "goes_on_after_a_break"
REPLACE = [
    (
        """        for batch in self.loader:
            self.delivered += 1
            yield batch
        self.epoch, self.delivered = self.epoch + 1, 0
""",
        """        try:
            for batch in self.loader:
                self.delivered += 1
                yield batch
        finally:
            self.epoch, self.delivered = self.epoch + 1, 0
""",
    ),
]
