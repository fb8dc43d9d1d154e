"""An unsupported version ends the search: the missing environment is not told."""

REJECTED_BY = "finds_a_python_without_an_environment"
REPLACE = [
    (
        ("        )\n    if prefix == base_prefix and"),
        ("        )\n        return found\n    if prefix == base_prefix and"),
    ),
]
