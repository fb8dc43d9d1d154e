"""The batch that is not full is filled with samples from the beginning."""

REJECTED_BY = "delivers_each_index_once"
REPLACE = [
    (
        """        rng.shuffle(batches)
""",
        """        for batch in batches:
            batch += order[: self.batch_size - len(batch)].tolist()
        rng.shuffle(batches)
""",
    ),
]
