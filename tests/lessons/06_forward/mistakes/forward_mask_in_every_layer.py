"""The tables are turned into cos and sin again in every layer, and q and k apart."""

REJECTED_BY = "dispatches_few_operations"
REPLACE = [
    (
        "        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)",
        """        cos, sin = cos.arccos().cos(), sin.neg().neg()
        q, k = turning.split([queries, keys], dim=2)
        q, k = apply_rotary(q, cos, sin), apply_rotary(k, cos, sin)
        v = v + torch.zeros_like(v)
        q, k = q + torch.zeros_like(q), k + torch.zeros_like(k)
        x = x + torch.zeros_like(x)
        v = v + torch.zeros_like(v)""",
    ),
]
