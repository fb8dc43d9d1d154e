"""Candidates are compared as the bands give them: of several similar ones not the first wins."""

REJECTED_BY = "compares_with_kept_documents"
REPLACE = [
    (
        "sorted({each for band in bands for each in buckets.get(band, ())})",
        "dict.fromkeys(each for band in bands for each in buckets.get(band, ()))",
    ),
]
