"""The batch that is not full is dropped: some samples are never seen."""

REJECTED_BY = "delivers_each_index_once"
REPLACE = [
    (
        """        rng.shuffle(batches)
""",
        """        batches = [batch for batch in batches if len(batch) == self.batch_size]
        rng.shuffle(batches)
""",
    ),
]
