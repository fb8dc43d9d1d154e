"""Only the first place of the best pair is merged at a time: quadratic in a long word."""

REJECTED_BY = "stays_linear_in_a_long_word"
REPLACE = [
    (
        """        tokens = merge_pair(tokens, best)
    return tokens
""",
        """        at = next(place for place, pair in enumerate(pairwise(tokens)) if pair == best)
        tokens[at : at + 2] = [best[0] + best[1]]
    return tokens
""",
    ),
]
