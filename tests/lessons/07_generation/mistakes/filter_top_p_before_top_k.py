"""top_p is taken over all tokens and not over what top_k kept."""

REJECTED_BY = "applies_them_in_order"
REPLACE = [
    (
        'values.masked_fill(~kept, float("-inf")).double()',
        "values.double()",
    ),
]
