"""A band has one number more than `rows_per_band` says: pairs near a low threshold are missed."""

REJECTED_BY = "misses_nothing_above_the_threshold"
REPLACE = [
    (
        "signature[first : first + rows].tobytes()",
        "signature[first : first + rows + 1].tobytes()",
    ),
]
