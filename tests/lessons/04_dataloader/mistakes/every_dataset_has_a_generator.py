"""A dataset without `rng` breaks the worker."""

VERDICT = "ERROR"
REJECTED_BY = "seeds_what_pytorch_does_not"
REPLACE = [
    (
        """    if hasattr(dataset, "rng"):
        dataset.rng = np.random.default_rng(seed)
""",
        """    dataset.rng.bit_generator.seed_seq
    dataset.rng = np.random.default_rng(seed)
""",
    ),
]
