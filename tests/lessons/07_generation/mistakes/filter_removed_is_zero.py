"""What is removed gets the logit 0, the best one there is."""

REJECTED_BY = "keeps_the_best_k"
REPLACE = [
    (
        'values = values.masked_fill(~kept, float("-inf"))',
        "values = values.masked_fill(~kept, 0.0)",
    ),
]
