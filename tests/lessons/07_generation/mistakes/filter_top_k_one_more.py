"""One token more than k."""

REJECTED_BY = "keeps_the_best_k"
REPLACE = [
    (
        "kept = rank < torch",
        "kept = rank <= torch",
    ),
]
