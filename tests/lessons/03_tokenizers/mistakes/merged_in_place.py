"""`merge_pair` changes the list that it was given."""

REJECTED_BY = "merges_from_the_left"
REPLACE = [
    (
        """    return merged
""",
        """    tokens[:] = merged
    return tokens
""",
    ),
]
