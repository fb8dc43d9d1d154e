"""Labels and ids are one tensor where nothing is padded."""

REJECTED_BY = "takes_any_sequences"
REPLACE = [
    (
        """labels = ids.masked_fill(mask == 0, IGNORED)""",
        """labels = ids
    labels[mask == 0] = IGNORED""",
    ),
]
