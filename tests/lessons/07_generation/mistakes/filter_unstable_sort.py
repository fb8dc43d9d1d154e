"""A sort that is not stable lets any of several equal tokens win."""

REJECTED_BY = "lets_the_lower_id_win_a_tie"
REPLACE = [
    (
        "values, order = scaled.sort(dim=-1, descending=True, stable=True)",
        "values, order = (one.flip(-1) for one in scaled.sort(dim=-1, stable=True))",
    ),
]
