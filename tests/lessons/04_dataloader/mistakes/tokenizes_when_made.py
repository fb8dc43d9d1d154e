"""All records are tokenized when the dataset is made."""

REJECTED_BY = "reads_what_is_asked_for"
REPLACE = [
    (
        """                    self._sizes.append(len(line))
""",
        """                    self._sizes.append(len(line))
                    self.tokenize(text_of(line)) if b"x" in line else None
""",
    ),
]
