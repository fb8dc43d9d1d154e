"""`start` counts batches of all ranks."""

REJECTED_BY = "begins_where_it_is_told"
REPLACE = [
    (
        """batches[self.rank :: self.world_size][self.start :]""",
        """batches[self.start :][self.rank :: self.world_size]""",
    ),
]
