"""A token sees only what was before it, and not itself."""

REJECTED_BY = "shows_oneself_and_what_was_before"
REPLACE = [
    (
        "(seen <= looking)) | itself",
        "(seen < looking)) | itself & (looking <= 0)",
    ),
]
