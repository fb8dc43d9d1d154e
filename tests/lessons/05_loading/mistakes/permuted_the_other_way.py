"""The permutation is applied once more, instead of undone."""

REJECTED_BY = "gives_every_weight_its_name_and_rows"
REPLACE = [
    (
        """order.view(heads, 2, -1).transpose(1, 2).reshape(-1)""",
        """order.view(heads, -1, 2).transpose(1, 2).reshape(-1)""",
    ),
]
