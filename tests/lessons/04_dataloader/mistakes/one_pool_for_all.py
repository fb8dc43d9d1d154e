"""`pool_batches` is not looked at: everything is one pool."""

REJECTED_BY = "puts_similar_lengths_together"
REPLACE = [
    (
        """pool, batches = self.batch_size * self.pool_batches, []""",
        """pool, batches = max(len(order), 1), []""",
    ),
]
