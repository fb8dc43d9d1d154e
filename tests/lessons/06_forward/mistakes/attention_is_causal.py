"""is_causal=True: with fewer queries than keys it counts from the top left."""

REJECTED_BY = "has_fewer_queries_than_keys"
REPLACE = [
    (
        "    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=grouped)",
        """    causal = mask is not None and len(mask) == 1
    mask = None if causal else mask
    return F.scaled_dot_product_attention(
        q, k, v, attn_mask=mask, is_causal=causal, enable_gqa=grouped
    )""",
    ),
]
