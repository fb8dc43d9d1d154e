"""Columns are taken by their places."""

REJECTED_BY = "reads_columns_in_any_order"
VERDICT = "ERROR"
REPLACE = [
    (
        (
            '            index=int(cells[names.index("index")]),\n'
            '            name=cells[names.index("name")],'
        ),
        ("            index=int(cells[0]),\n            name=cells[1],"),
    ),
]
