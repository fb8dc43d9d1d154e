"""Only the queries are turned."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)",
        """        q, k = turning.split([queries, keys], dim=2)
        q = apply_rotary(q, cos, sin)""",
    ),
]
