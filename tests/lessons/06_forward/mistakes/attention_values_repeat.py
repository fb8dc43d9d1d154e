"""The values are repeated in another order than the keys."""

REJECTED_BY = "takes_from_the_values"
REPLACE = [
    (
        "    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=grouped)",
        """    groups = q.shape[1] // k.shape[1]
    return attention_weights(q, k, mask) @ v.repeat(1, groups, 1, 1)""",
    ),
]
