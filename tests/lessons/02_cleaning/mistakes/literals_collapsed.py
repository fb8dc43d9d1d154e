"""In code the runs of blanks within a line become one: string literals and tables change."""

REJECTED_BY = "keeps_code_as_it_is"
REPLACE = [
    (
        "return indentation + body if body",
        'return indentation + re.sub("  +", " ", body) if body',
    ),
]
