"""The lengths are those of the tokens: the whole corpus is tokenized to know them."""

REJECTED_BY = "reads_what_is_asked_for"
REPLACE = [
    (
        """        ### BEGIN SOLUTION task=TextDataset
        return self._sizes
""",
        """        ### BEGIN SOLUTION task=TextDataset
        return [len(self[index]) for index in range(len(self))]
""",
    ),
]
