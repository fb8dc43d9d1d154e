"""min_p is a probability by itself and not a share of the best."""

REJECTED_BY = "keeps_what_is_near_the_best"
REPLACE = [
    (
        "min_p.unsqueeze(1) * probabilities[:, :1]",
        "min_p.unsqueeze(1)",
    ),
]
