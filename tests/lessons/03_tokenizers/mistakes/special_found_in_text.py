"""A text that is a special token gets its id."""

REJECTED_BY = "finds_nothing_special_in_text"
REPLACE = [
    (
        """        data = text.encode() if isinstance(text, str) else text
""",
        """        if text in self.special_ids:
            return [self.special_ids[text]]
        data = text.encode() if isinstance(text, str) else text
""",
    ),
]
