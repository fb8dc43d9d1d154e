"""The minimum is subtracted, as in other formats."""

REJECTED_BY = "agrees_with_gguf_to_the_bit"
REPLACE = [
    (
        """    numbers += minimum
""",
        """    numbers -= minimum
""",
    ),
]
