"""No pad and no eos are taken for one token."""

REJECTED_BY = "finds_missing_tokens"
REPLACE = [
    (
        """    elif tokenizer.pad_token_id == tokenizer.eos_token_id:
""",
        """    if tokenizer.pad_token_id == tokenizer.eos_token_id:
""",
    ),
]
