"""The nibbles come in turns: low, high, low, high."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """np.concatenate([blocks[..., 4:] & 15, blocks[..., 4:] >> 4], axis=-1)""",
        """np.stack(
        [blocks[..., 4:] & 15, blocks[..., 4:] >> 4], axis=-1
    ).reshape(*blocks.shape[:-1], 32)""",
    ),
]
