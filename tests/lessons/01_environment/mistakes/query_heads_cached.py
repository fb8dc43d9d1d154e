"""The cache is given as many heads as there are queries."""

REJECTED_BY = "counts_the_cache_of_real_models"
REPLACE = [
    (
        "    numbers = tokens * shape.layers * 2 * shape.kv_heads * shape.head_dim",
        "    numbers = tokens * shape.layers * 2 * shape.heads * shape.head_dim",
    ),
]
