"""`qkv` is taken for keys, values, queries."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        """        turning, v = heads.split([queries + keys, keys], dim=2)
        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)""",
        """        k, v, q = heads.split([keys, keys, queries], dim=2)
        q, k = apply_rotary(q, cos, sin), apply_rotary(k, cos, sin)""",
    ),
]
