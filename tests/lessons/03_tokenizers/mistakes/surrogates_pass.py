"""A lone surrogate in a text is taken for an escaped byte."""

REJECTED_BY = "refuses_what_has_no_token"
REPLACE = [
    (
        """        data = text.encode() if isinstance(text, str) else text
""",
        """        data = text.encode(errors="surrogateescape") if isinstance(text, str) else text
""",
    ),
]
