"""All lines are read before the first is cleaned: a corpus larger than memory ends the process."""

REJECTED_BY = "needs_constant_memory"
REPLACE = [
    (
        "in bounded_lines(lines, record_limit):",
        "in list(bounded_lines(lines, record_limit)):",
    ),
]
