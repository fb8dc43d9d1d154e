"""Seed and epoch are added: seed 8 begins where seed 7 goes on."""

REJECTED_BY = "follows_seed_and_epoch"
REPLACE = [
    (
        """np.random.default_rng([self.seed, self.epoch])""",
        """np.random.default_rng(self.seed + self.epoch)""",
    ),
]
