"""The kept document is hashed as it came: its dirt hides that another repeats it."""

REJECTED_BY = "finds_near_duplicates"
REPLACE = [
    (
        "hash_shingles(_normalized(documents[other]))",
        "hash_shingles(documents[other])",
    ),
]
