"""The epoch of the state is not taken over."""

REJECTED_BY = "resumes_at_every_batch"
REPLACE = [
    (
        """        self.epoch, self.delivered = epoch, delivered
""",
        """        self.delivered = delivered
""",
    ),
]
