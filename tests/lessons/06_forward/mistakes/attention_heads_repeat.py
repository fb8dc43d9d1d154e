"""`repeat` in place of `repeat_interleave`: query heads look at the wrong keys."""

REJECTED_BY = "weighs_the_keys"
REPLACE = [
    (
        "k.repeat_interleave(groups, dim=1)",
        "k.repeat(1, groups, 1, 1)",
    ),
]
