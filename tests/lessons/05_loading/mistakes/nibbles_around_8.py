"""The nibbles are centred, as in Q4_0."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """    numbers = nibbles * scale
""",
        """    numbers = (nibbles - np.float32(8)) * scale
""",
    ),
]
