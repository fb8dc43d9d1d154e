"""Only the first candidate is verified: a better one after it is missed."""

REJECTED_BY = "compares_with_kept_documents"
REPLACE = [
    (
        "sorted({each for band in bands for each in buckets.get(band, ())})",
        "sorted({each for band in bands for each in buckets.get(band, ())})[:1]",
    ),
]
