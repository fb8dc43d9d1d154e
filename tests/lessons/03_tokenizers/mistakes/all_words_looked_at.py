"""Every merge looks at all words, and counts them anew."""

REJECTED_BY = "costs_what_it_changes"
REPLACE = [
    (
        """        for place in self.places.pop(pair):
""",
        """        for place in range(len(self.tokens)):
""",
    ),
]
