"""A comment begins at any `#`, also within an address."""

REJECTED_BY = "reads_what_pip_compile_writes"
REPLACE = [
    ('r"(^|\\s)#.*"', 'r"#.*"'),
]
