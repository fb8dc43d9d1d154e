"""Activations are counted for all layers at once."""

REJECTED_BY = "budgets_real_models"
REPLACE = [
    (
        "    return Budget(weights, kv_cache, batch * (length * a_token + a_prompt))",
        (
            "    return Budget(weights, kv_cache, batch * (shape.layers * length * "
            "a_token + a_prompt))"
        ),
    ),
]
