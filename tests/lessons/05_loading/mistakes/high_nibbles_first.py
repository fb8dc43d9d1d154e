"""The high nibbles come first."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """np.concatenate([blocks[..., 4:] & 15, blocks[..., 4:] >> 4], axis=-1)""",
        """np.concatenate([blocks[..., 4:] >> 4, blocks[..., 4:] & 15], axis=-1)""",
    ),
]
