"""An index behind the end begins anew: an epoch never ends."""

REJECTED_BY = "refuses_what_is_not_there"
REPLACE = [
    (
        """        if not -len(self) <= index < len(self):
            raise IndexError(f"record {index} of {len(self)}: there is none in {self.path}")
""",
        """        index %= len(self)
""",
    ),
]
