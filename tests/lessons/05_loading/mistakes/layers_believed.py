"""The number of layers is believed: names are made for all that are claimed."""

REJECTED_BY = "accounts_for_every_tensor"
REPLACE = [
    (
        """    if counts["block_count"] * len(LAYER_NAMES) > len(tensors):
        raise FormatError(
            f"{path}: {len(tensors)} tensors are too few for {counts['block_count']} layers"
        )
""",
        """""",
    ),
]
