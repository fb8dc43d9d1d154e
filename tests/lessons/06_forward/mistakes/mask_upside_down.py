"""Rows and columns have changed places: the future is seen, the past is not."""

REJECTED_BY = "shows_oneself_and_what_was_before"
REPLACE = [
    (
        "    seen, looking = positions[:, None, :], positions[:, :, None]",
        "    looking, seen = positions[:, None, :], positions[:, :, None]",
    ),
]
