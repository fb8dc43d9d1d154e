"""The text is collected and given out at the end."""

REJECTED_BY = "yields_text_as_soon_as_it_is_whole"
REPLACE = [
    (
        """    for token in tokens:
        if piece""",
        """    whole = ""
    for token in tokens:
        if piece""",
    ),
    (
        """            yield piece
        if rule.reason is not None:
            return""",
        """            whole += piece
        if rule.reason is not None:
            break""",
    ),
    (
        """    if piece := rule.finish():
        yield piece""",
        """    if whole := whole + rule.finish():
        yield whole""",
    ),
]
