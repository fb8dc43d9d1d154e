"""-10,000 in place of -inf: large scores look through it."""

REJECTED_BY = "shows_oneself_and_what_was_before"
REPLACE = [
    (
        'float("-inf")',
        "-1e4",
    ),
]
