"""The budget is looked at before the stop strings."""

REJECTED_BY = "stops_at_the_budget"
REPLACE = [
    (
        "        ends = [",
        """        if self.count == self.max_tokens:
            return self.finish()
        ends = [""",
    ),
]
