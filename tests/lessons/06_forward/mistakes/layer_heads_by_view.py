"""(B, T, …) is viewed as (B, heads, T, D) without a transpose: tokens and heads are mixed."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))",
        "*(one.reshape(batch, -1, new, one.shape[-1]) for one in (q, k, v)))",
    ),
]
