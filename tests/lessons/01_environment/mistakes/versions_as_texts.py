"""Versions are compared as texts: "3.11" comes before "3.9"."""

REJECTED_BY = "finds_a_python_that_is_not_supported"
REPLACE = [
    (
        "    if not wanted.contains(python):",
        (
            '    low = supported.partition(">=")[2].partition(",")[0]\n'
            "    if python < low or not wanted.contains(python):"
        ),
    ),
]
