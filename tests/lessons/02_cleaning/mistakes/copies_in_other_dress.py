"""Duplicates are looked for among raw texts: copies that only cleaning makes equal are written."""

REJECTED_BY = "drops_empty_texts_and_duplicates"
REPLACE = [
    (
        "seen.add(fingerprint(text))",
        'seen.add(fingerprint(document["text"]))',
    ),
]
