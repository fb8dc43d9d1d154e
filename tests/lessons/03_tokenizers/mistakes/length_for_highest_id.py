"""The number of tokens is taken for the highest id."""

REJECTED_BY = "finds_ids_without_a_row"
REPLACE = [
    (
        """    highest = max(tokenizer.get_vocab().values())
""",
        """    highest = len(tokenizer) - 1
""",
    ),
]
