"""The softmax goes over the queries."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        "scores.softmax(dim=-1,",
        "scores.softmax(dim=-2,",
    ),
]
