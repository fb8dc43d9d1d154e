"""Shingles are words: a Chinese document is one word, which one changed character makes another."""

REJECTED_BY = "finds_near_duplicates"
REPLACE = [
    (
        "shingles = hash_shingles(text)",
        "shingles = _words(text)",
    ),
    (
        "again = hash_shingles(_normalized(documents[other]))",
        "again = _words(_normalized(documents[other]))",
    ),
    (
        "def _normalized(text: str) -> str:",
        """def _words(text: str) -> np.ndarray:
    return np.unique(np.array([fingerprint(word) for word in text.split() or [""]], np.uint64))


def _normalized(text: str) -> str:""",
    ),
]
