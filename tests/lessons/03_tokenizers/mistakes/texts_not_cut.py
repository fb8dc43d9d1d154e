"""Whole texts are counted, so merges cross the borders of pre-tokens."""

REJECTED_BY = "stays_within_pre_tokens"
REPLACE = [
    (
        """            numbers.update(pre_tokenize(piece))
""",
        """            numbers.update([piece])
""",
    ),
]
