"""One string is taken for a list of texts, of one character each."""

REJECTED_BY = "refuses_what_cannot_be"
REPLACE = [
    (
        """    if isinstance(texts, str):
        raise TypeError("texts is one string: give a list of texts, [text]")
""",
        "",
    ),
]
