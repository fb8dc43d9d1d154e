"""A long word is cut after `limit` code points: an accent or half a flag begins the next piece."""

REJECTED_BY = "cuts_between_clusters"
REPLACE = [
    (
        "return boundary or len(window) - 1",
        "return len(window) - 1",
    ),
]
