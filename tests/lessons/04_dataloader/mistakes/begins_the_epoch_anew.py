"""After a break the epoch begins anew: what was seen is seen again."""

REJECTED_BY = "goes_on_after_a_break"
REPLACE = [
    (
        """        self.loader.batch_sampler.set_epoch(self.epoch, start=self.delivered)
""",
        """        self.delivered = 0
        self.loader.batch_sampler.set_epoch(self.epoch)
""",
    ),
]
