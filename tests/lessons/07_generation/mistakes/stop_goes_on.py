"""Tokens after the end are taken."""

REJECTED_BY = "takes_nothing_after_the_end"
REPLACE = [
    (
        """        if self.reason is not None:
            raise ValueError(f"the answer has ended already (reason {self.reason!r})")
""",
        "",
    ),
]
