"""What is left out at the start is tokenized all the same."""

REJECTED_BY = "parses_its_own_alone"
REPLACE = [
    (
        """                    if owner != self.rank or turn < self.start:
                        continue
""",
        """                    if owner != self.rank:
                        continue
                    if turn < self.start:
                        self.tokenize(text_of(line))
                        continue
""",
    ),
]
