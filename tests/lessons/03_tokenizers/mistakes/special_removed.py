"""Special tokens are taken out, and the text on both sides is joined."""

REJECTED_BY = "cuts_out_special_tokens"
REPLACE = [
    (
        """    return re.split("|".join(map(re.escape, longest_first)), text)
""",
        """    return ["".join(re.split("|".join(map(re.escape, longest_first)), text))]
""",
    ),
]
