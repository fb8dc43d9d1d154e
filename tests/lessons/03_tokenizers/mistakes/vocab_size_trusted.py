"""`vocab_size` is compared with the rows; it leaves added tokens out."""

REJECTED_BY = "finds_ids_without_a_row"
REPLACE = [
    (
        """    highest = max(tokenizer.get_vocab().values())
""",
        """    highest = tokenizer.vocab_size - 1
""",
    ),
]
