"""Rank 2 of 2 gets the batches of nobody."""

REJECTED_BY = "refuses_what_makes_no_sense"
REPLACE = [
    (
        """        if not 0 <= rank < world_size:
            raise ValueError(f"rank {rank} of {world_size}: ranks are 0 … world_size − 1")
        self.lengths""",
        """        self.lengths""",
    ),
]
