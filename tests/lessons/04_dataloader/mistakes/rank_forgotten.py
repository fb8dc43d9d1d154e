"""Ranks are not asked for: each trains on everything."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """turn, owner = divmod(record, self.world_size)""",
        """turn, owner = record, self.rank""",
    ),
]
