"""The epoch is not looked at: each one has the same batches."""

REJECTED_BY = "shuffles_anew_each_epoch"
REPLACE = [
    (
        """np.random.default_rng([self.seed, self.epoch])""",
        """np.random.default_rng(self.seed)""",
    ),
]
