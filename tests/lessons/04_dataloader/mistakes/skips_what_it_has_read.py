"""The batches before the position are made and thrown away: a restart takes as long as they did."""

REJECTED_BY = "reads_nothing_again"
REPLACE = [
    (
        """        self.loader.batch_sampler.set_epoch(self.epoch, start=self.delivered)
        for batch in self.loader:
""",
        """        self.loader.batch_sampler.set_epoch(self.epoch)
        for number, batch in enumerate(self.loader):
            if number < self.delivered:
                continue
""",
    ),
]
