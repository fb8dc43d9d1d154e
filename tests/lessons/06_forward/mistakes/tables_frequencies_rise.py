"""The frequencies rise: the minus in the exponent is missing."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "1.0 / theta**exponents",
        "theta**exponents",
    ),
]
