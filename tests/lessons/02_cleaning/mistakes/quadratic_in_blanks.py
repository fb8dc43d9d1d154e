"""A pattern for blanks before a line end starts anew at each blank: the Stack Overflow outage."""

REJECTED_BY = "takes_linear_time_for_blanks"
VERDICT = "TIMEOUT"
REPLACE = [
    (
        """    text = _ODD_BLANK.sub(" ", text)
""",
        """    text = re.sub(" +\\n", "\\n", _ODD_BLANK.sub(" ", text))
""",
    ),
]
