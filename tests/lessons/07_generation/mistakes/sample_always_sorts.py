"""A greedy batch is sorted and drawn from all the same."""

REJECTED_BY = "does_no_more_than_argmax_where_that_is_enough"
REPLACE = [
    (
        """    if all(one.temperature == 0 for one in params):
        return logits.argmax(dim=-1)
""",
        "",
    ),
]
