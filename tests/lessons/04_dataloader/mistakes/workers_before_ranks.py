"""Records go to workers first and to ranks then: the order depends on the number of workers."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """                    turn, owner = divmod(record, self.world_size)
                    if owner != self.rank or turn < self.start:
                        continue
                    if (turn - self.start) % workers != worker:
                        continue
""",
        """                    turn, owner = divmod(record, self.world_size * workers)
                    if owner != self.rank * workers + worker or turn < self.start:
                        continue
""",
    ),
]
