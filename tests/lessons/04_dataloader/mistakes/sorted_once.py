"""All samples are sorted once: batches come in another order, and are always the same."""

REJECTED_BY = "shuffles_anew_each_epoch"
REPLACE = [
    (
        """order = rng.permutation(len(self.lengths))""",
        """order = np.argsort(self.lengths, kind="stable")""",
    ),
]
