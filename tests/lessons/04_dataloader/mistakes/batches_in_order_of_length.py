"""The batches of a pool come in order of their lengths."""

REJECTED_BY = "shuffles_anew_each_epoch"
REPLACE = [
    (
        """        rng.shuffle(batches)
""",
        """""",
    ),
]
