"""The next epoch begins at the position of the last one."""

REJECTED_BY = "epochs_follow_each_other"
REPLACE = [
    (
        """        self.epoch, self.delivered = self.epoch + 1, 0
""",
        """        self.epoch += 1
""",
    ),
]
