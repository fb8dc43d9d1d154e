"""Each worker parses every record, and dies of those of others."""

REJECTED_BY = "parses_its_own_alone"
REPLACE = [
    (
        """                    turn, owner = divmod(record, self.world_size)
""",
        """                    text_of(line)
                    turn, owner = divmod(record, self.world_size)
""",
    ),
]
