"""A token sees the next one: the incident of this lesson."""

REJECTED_BY = "shows_oneself_and_what_was_before"
REPLACE = [
    (
        "(seen <= looking)",
        "(seen <= looking + 1)",
    ),
]
