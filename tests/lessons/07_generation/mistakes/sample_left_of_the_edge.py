"""A number of 0 falls on the first token, also where that is removed."""

REJECTED_BY = "draws_no_removed_token_at_the_ends"
REPLACE = [
    (
        "drawn * upper[:, -1:], right=True)",
        "drawn * upper[:, -1:])",
    ),
]
