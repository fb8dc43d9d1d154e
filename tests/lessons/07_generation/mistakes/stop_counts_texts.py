"""Tokens without text are not counted."""

REJECTED_BY = "stops_at_the_budget"
REPLACE = [
    (
        "self.count += 1",
        'self.count += text != ""',
    ),
]
