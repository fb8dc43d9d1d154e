"""The epoch is taken over before the position is looked at."""

REJECTED_BY = "refuses_positions_that_are_none"
REPLACE = [
    (
        """        epoch, delivered = state["epoch"], state["delivered"]
""",
        """        self.epoch = epoch = state["epoch"]
        delivered = state["delivered"]
""",
    ),
]
