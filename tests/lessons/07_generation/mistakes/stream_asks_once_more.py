"""One more token is asked for after the end: a step of the model for nothing."""

REJECTED_BY = "ends_as_the_rule_says"
REPLACE = [
    (
        """        if rule.reason is not None:
            return
""",
        "",
    ),
    (
        """    for token in tokens:
        if piece""",
        """    for token in tokens:
        if rule.reason is not None:
            return
        if piece""",
    ),
]
