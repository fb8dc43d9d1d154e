"""exp over its sum, without the largest taken away: it overflows."""

REJECTED_BY = "survives_large_and_low_precision"
REPLACE = [
    (
        "    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=grouped)",
        """    weights = _weights(q, k, mask)
    return weights.to(v.dtype) @ v.repeat_interleave(q.shape[1] // k.shape[1], dim=1)


def _weights(q, k, mask):
    scores = (q @ k.repeat_interleave(q.shape[1] // k.shape[1], dim=1).transpose(-1, -2)).float()
    scores = scores * q.shape[-1] ** -0.5
    grown = (scores if mask is None else scores + mask).exp()
    return grown / grown.sum(-1, keepdim=True)""",
    ),
]
