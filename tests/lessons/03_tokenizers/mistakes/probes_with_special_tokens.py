"""The probes are encoded with bos, and come back with it."""

REJECTED_BY = "finds_nothing_where_nothing_is_wrong"
REPLACE = [
    (
        """        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
""",
        """        ids = tokenizer(text)["input_ids"]
""",
    ),
]
