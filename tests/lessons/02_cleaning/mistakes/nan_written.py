"""`NaN` is read and written: Python takes it for JSON, nobody else does."""

REJECTED_BY = "names_what_is_wrong_with_a_line"
REPLACE = [
    (
        "parse_float=_finite, parse_constant=_finite",
        "parse_float=float",
    ),
    (
        "allow_nan=False",
        "allow_nan=True",
    ),
]
