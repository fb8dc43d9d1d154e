"""At the budget the held text is lost."""

REJECTED_BY = "stops_at_the_budget"
REPLACE = [
    (
        """        if self.count == self.max_tokens:
            return self.finish()""",
        "        if self.count == self.max_tokens:\n"
        "            self.finish()\n"
        '            return ""',
    ),
]
