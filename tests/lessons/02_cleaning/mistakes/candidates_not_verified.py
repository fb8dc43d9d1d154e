"""Whoever shares a band is a duplicate: different documents are thrown away."""

REJECTED_BY = "merges_nothing_below_the_threshold"
REPLACE = [
    (
        "if _jaccard(shingles, again) >= threshold:",
        "if True:",
    ),
]
