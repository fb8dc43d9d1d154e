"""The labels are the ids, padding and all: the model learns to answer with padding."""

REJECTED_BY = "pads_to_the_longest"
REPLACE = [
    (
        """labels = ids.masked_fill(mask == 0, IGNORED)""",
        """labels = ids.clone()""",
    ),
]
