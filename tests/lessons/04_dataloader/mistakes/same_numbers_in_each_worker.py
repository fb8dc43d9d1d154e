"""The dataset's own generator is copied as it is: every worker draws the same numbers."""

REJECTED_BY = "workers_draw_their_own_numbers"
REPLACE = [
    (
        """    if hasattr(dataset, "rng"):
        dataset.rng = np.random.default_rng(seed)
""",
        """""",
    ),
]
