"""Padding is 0, whatever was asked for."""

REJECTED_BY = "hands_its_arguments_on"
REPLACE = [
    (
        """partial(collate, pad_id=pad_id)""",
        """partial(collate, pad_id=0)""",
    ),
]
