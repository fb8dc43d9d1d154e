"""One token more than max_tokens."""

REJECTED_BY = "stops_at_the_budget"
REPLACE = [
    (
        "if self.count == self.max_tokens:",
        "if self.count > self.max_tokens:",
    ),
]
