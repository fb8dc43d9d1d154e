"""Padding is filled by a mask as an index, whose count the host must know."""

REJECTED_BY = "waits_for_nothing"
REPLACE = [
    (
        """        x = self.embed(ids)
""",
        """        x = self.embed(ids)
        x[positions < 0] = 0
""",
    ),
]
