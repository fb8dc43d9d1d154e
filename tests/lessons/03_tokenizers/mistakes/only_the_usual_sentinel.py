"""Only the number that transformers puts there counts as no limit."""

REJECTED_BY = "finds_wrong_sides_and_limits"
REPLACE = [
    (
        """    if tokenizer.model_max_length > NO_LIMIT:
""",
        """    if tokenizer.model_max_length == int(1e30):
""",
    ),
]
