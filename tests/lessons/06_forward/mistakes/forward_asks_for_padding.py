"""`if (positions < 0).any()` waits for the device at every step."""

REJECTED_BY = "waits_for_nothing"
REPLACE = [
    (
        """        x = self.embed(ids)
""",
        """        x = self.embed(ids)
        if (positions < 0).any():
            x = x.masked_fill((positions < 0)[..., None], 0)
""",
    ),
]
