"""All heads are given keys and values of their own in the projections."""

REJECTED_BY = "counts_real_models"
REPLACE = [
    (
        ("    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim\n"),
        "    queries, keys = shape.heads * shape.head_dim, shape.heads * shape.head_dim\n",
    ),
]
