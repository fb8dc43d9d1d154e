"""The minimum is added before the scale is applied."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """    numbers = nibbles * scale
    numbers += minimum
""",
        """    numbers = (nibbles + minimum) * scale
""",
    ),
]
