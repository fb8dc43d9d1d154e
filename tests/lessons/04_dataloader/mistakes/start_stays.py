"""A start holds for later epochs too."""

REJECTED_BY = "begins_where_it_is_told"
REPLACE = [
    (
        """    def set_epoch(self, epoch: int, start: int = 0)""",
        """    def set_epoch(self, epoch: int, start: int | None = None)""",
    ),
    (
        """        if epoch < 0 or start < 0:""",
        """        start = getattr(self, "start", 0) if start is None else start
        if epoch < 0 or start < 0:""",
    ),
]
