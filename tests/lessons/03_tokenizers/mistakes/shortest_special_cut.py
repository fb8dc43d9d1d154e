"""Of two special tokens at one place the one that was named first is cut out."""

REJECTED_BY = "cuts_out_special_tokens"
REPLACE = [
    (
        """    longest_first = sorted(special_tokens, key=len, reverse=True)
    return re""",
        """    longest_first = list(special_tokens)
    return re""",
    ),
]
