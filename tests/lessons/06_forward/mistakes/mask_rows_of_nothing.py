"""Padding sees nothing at all: softmax gives NaN."""

REJECTED_BY = "hides_padding"
REPLACE = [
    (
        " | itself",
        "",
    ),
]
