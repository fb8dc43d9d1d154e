"""Logits are counted for every position, and not for the last ones."""

REJECTED_BY = "budgets_real_models"
REPLACE = [
    (
        "    return Budget(weights, kv_cache, batch * (length * a_token + a_prompt))",
        "    return Budget(weights, kv_cache, batch * length * (a_token + a_prompt))",
    ),
]
