"""theta is 10,000 whatever the model says."""

REJECTED_BY = "makes_tables"
REPLACE = [
    (
        "1.0 / theta**exponents",
        "1.0 / 10_000.0**exponents",
    ),
]
