"""At the end half a character is shown as U+FFFD."""

REJECTED_BY = "ends_as_the_rule_says"
REPLACE = [
    (
        """        if rule.reason is not None:
            return""",
        """        if rule.reason is not None:
            if rest := decoder.flush():
                yield rest
            return""",
    ),
]
