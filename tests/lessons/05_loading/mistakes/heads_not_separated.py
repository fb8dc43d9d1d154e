"""The halves are those of all rows, not of each head."""

REJECTED_BY = "gives_every_weight_its_name_and_rows"
REPLACE = [
    (
        """order.view(heads, 2, -1)""",
        """order.view(1, 2, -1)""",
    ),
]
