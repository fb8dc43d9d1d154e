"""A pool has `pool_batches` samples and not batches."""

REJECTED_BY = "puts_similar_lengths_together"
REPLACE = [
    (
        """pool, batches = self.batch_size * self.pool_batches, []""",
        """pool, batches = self.pool_batches, []""",
    ),
]
