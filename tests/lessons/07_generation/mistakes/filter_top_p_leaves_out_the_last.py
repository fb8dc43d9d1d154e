"""The token that reaches p is removed."""

REJECTED_BY = "keeps_the_fewest_that_reach_p"
REPLACE = [
    (
        "kept &= (better < top_p",
        "kept &= (better + probabilities < top_p",
    ),
]
