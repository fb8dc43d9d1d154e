"""`vocab_size` is taken for bytes and merges; the special tokens come on top."""

REJECTED_BY = "counts_all_tokens"
REPLACE = [
    (
        """    while heap and 256 + len(pairs) + len(special_tokens) < vocab_size:
""",
        """    while heap and 256 + len(pairs) < vocab_size:
""",
    ),
]
