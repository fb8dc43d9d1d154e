"""K is put in order with the number of query heads."""

REJECTED_BY = "gives_every_weight_its_name_and_rows"
REPLACE = [
    (
        """"attn_k": counts["attention.head_count_kv"]}""",
        """"attn_k": counts["attention.head_count"]}""",
    ),
]
