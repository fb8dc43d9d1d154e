"""The labels are shifted here, and once more by the model."""

REJECTED_BY = "pads_to_the_longest"
REPLACE = [
    (
        """    labels = ids.masked_fill(mask == 0, IGNORED)
""",
        """    labels = ids.masked_fill(mask == 0, IGNORED).roll(-1, dims=1)
""",
    ),
]
