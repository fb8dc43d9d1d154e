"""The position is what the sampler was asked for: batches that workers had ready are lost."""

REJECTED_BY = "counts_what_was_delivered"
REPLACE = [
    (
        """        self.loader.batch_sampler.set_epoch(self.epoch, start=self.delivered)
        for batch in self.loader:
            self.delivered += 1
            yield batch
""",
        """        sampler = self.loader.batch_sampler
        sampler.set_epoch(self.epoch, start=self.delivered)
        for batch in self.loader:
            ahead = (self.loader.num_workers or 0) * (self.loader.prefetch_factor or 0)
            self.delivered = min(self.delivered + 1 + ahead, len(sampler))
            yield batch
""",
    ),
]
