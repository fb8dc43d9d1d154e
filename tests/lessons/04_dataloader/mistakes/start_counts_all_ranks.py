"""`start` counts the records of all ranks."""

REJECTED_BY = "goes_on_where_it_stopped"
REPLACE = [
    (
        """if owner != self.rank or turn < self.start:""",
        """if owner != self.rank or record < self.start:""",
    ),
]
