"""Tokens at exactly min_p are removed: with min_p 1 all but one of several that are equal."""

REJECTED_BY = "keeps_what_is_near_the_best"
REPLACE = [
    (
        "probabilities >= min_p.unsqueeze(1)",
        "probabilities > min_p.unsqueeze(1)",
    ),
]
