"""The cache has the type of the weights, also where nobody computes in it."""

REJECTED_BY = "budgets_real_models"
REPLACE = [
    (
        ('    computed = "bfloat16" if dtype in ("int8", "int4") else dtype\n    weights'),
        ("    computed = dtype\n    weights"),
    ),
]
