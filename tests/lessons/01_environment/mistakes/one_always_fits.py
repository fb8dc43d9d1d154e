"""A batch of one is returned though it does not fit."""

REJECTED_BY = "finds_it_among_many"
REPLACE = [
    (
        ("            too_many = middle\n    return fits\n"),
        ("            too_many = middle\n    return max(fits, 1)\n"),
    ),
]
