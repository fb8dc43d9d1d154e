"""The sampler is never told the epoch."""

REJECTED_BY = "epochs_follow_each_other"
REPLACE = [
    (
        """set_epoch(self.epoch, start=self.delivered)""",
        """set_epoch(0, start=self.delivered)""",
    ),
]
