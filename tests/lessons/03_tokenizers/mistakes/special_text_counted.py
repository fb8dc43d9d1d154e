"""Special tokens in the texts are counted like text."""

REJECTED_BY = "cuts_out_special_tokens"
REPLACE = [
    (
        """    if not special_tokens:
        return [text]
""",
        """    if special_tokens is not None:
        return [text]
""",
    ),
]
