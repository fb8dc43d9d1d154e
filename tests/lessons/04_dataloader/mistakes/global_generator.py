"""NumPy's global generator is seeded and drawn from."""

REJECTED_BY = "follows_seed_and_epoch"
REPLACE = [
    (
        """        rng = np.random.default_rng([self.seed, self.epoch])
""",
        """        np.random.seed([self.seed, self.epoch])
        rng = np.random
""",
    ),
]
