"""Of two allowed tokens at one place the first that was named is taken."""

REJECTED_BY = "cuts_at_the_border"
REPLACE = [
    (
        """        longest_first = sorted(allowed, key=len, reverse=True)
        pieces""",
        """        longest_first = list(allowed)
        pieces""",
    ),
]
