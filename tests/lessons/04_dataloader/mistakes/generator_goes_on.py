"""One generator for all epochs: an epoch depends on those that were iterated before."""

REJECTED_BY = "follows_seed_and_epoch"
REPLACE = [
    (
        """        self.set_epoch(0)
""",
        """        self.set_epoch(0)
        self._rng = np.random.default_rng(seed)
""",
    ),
    (
        """        rng = np.random.default_rng([self.seed, self.epoch])
""",
        """        rng = self._rng
""",
    ),
]
