"""`len` counts what is left of the epoch."""

REJECTED_BY = "begins_where_it_is_told"
REPLACE = [
    (
        """        return len(range(self.rank, batches, self.world_size))""",
        """        return max(len(range(self.rank, batches, self.world_size)) - self.start, 0)""",
    ),
]
