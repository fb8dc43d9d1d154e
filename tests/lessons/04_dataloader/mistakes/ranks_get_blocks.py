"""Ranks get blocks of batches and not turns."""

REJECTED_BY = "ranks_take_turns"
REPLACE = [
    (
        """        yield from batches[self.rank :: self.world_size][self.start :]""",
        """        share = -(-len(batches) // self.world_size)
        yield from batches[self.rank * share :][:share][self.start :]""",
    ),
]
