"""Bytes that are no UTF-8 become U+FFFD before they are encoded."""

REJECTED_BY = "takes_any_bytes"
REPLACE = [
    (
        """        for piece in pre_tokenize(data.decode(errors="surrogateescape")):
""",
        """        for piece in pre_tokenize(data.decode(errors="replace")):
""",
    ),
]
