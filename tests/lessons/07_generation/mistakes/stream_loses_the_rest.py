"""Where tokens run out, what was held back is lost."""

REJECTED_BY = "ends_as_the_rule_says"
REPLACE = [
    (
        """    if piece := rule.finish():
        yield piece
""",
        "",
    ),
]
