"""A missing pad token is set, so that the audit can go on."""

REJECTED_BY = "changes_nothing"
REPLACE = [
    (
        """    if tokenizer.pad_token_id is None:
""",
        """    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
""",
    ),
]
