"""The product is rounded to float16."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """.copy().view(np.float16).astype(np.float32)
    numbers = blocks[..., 2:].view(np.int8) * scale""",
        """.copy().view(np.float16)
    numbers = (blocks[..., 2:].view(np.int8) * scale).astype(np.float32)""",
    ),
]
