"""Each rank shuffles in its own way: some samples come twice, others never."""

REJECTED_BY = "ranks_take_turns"
REPLACE = [
    (
        """np.random.default_rng([self.seed, self.epoch])""",
        """np.random.default_rng([self.seed, self.epoch] + [self.rank] * (self.rank > 0))""",
    ),
]
