"""`" ".join(text.split())`: with the blanks the line ends go, and with them the paragraphs."""

REJECTED_BY = "joins_blanks"
REPLACE = [
    (
        """    text = _ODD_BLANK.sub(" ", text)
""",
        """    return " ".join(text.split())
""",
    ),
]
