"""The last sum is taken for 1, but rounded it may end below."""

REJECTED_BY = "draws_no_removed_token_at_the_ends"
REPLACE = [
    (
        "drawn * upper[:, -1:]",
        "drawn",
    ),
]
