"""Special tokens go into the pattern as they are: `|` and `+` mean something there."""

REJECTED_BY = "cuts_out_special_tokens"
REPLACE = [
    (
        """    return re.split("|".join(map(re.escape, longest_first)), text)
""",
        """    return re.split("|".join(longest_first), text)
""",
    ),
]
