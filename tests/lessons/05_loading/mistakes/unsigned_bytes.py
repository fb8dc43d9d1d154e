"""The bytes of Q8_0 are read without a sign."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """blocks[..., 2:].view(np.int8) * scale""",
        """blocks[..., 2:] * scale""",
    ),
]
