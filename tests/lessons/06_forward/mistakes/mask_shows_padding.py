"""Padding can be seen."""

REJECTED_BY = "hides_padding"
REPLACE = [
    (
        "((seen >= 0) & (seen <= looking)) | itself",
        "(seen <= looking) | itself",
    ),
]
