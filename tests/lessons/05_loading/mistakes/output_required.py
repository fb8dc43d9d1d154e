"""A model with tied embeddings is refused."""

VERDICT = "ERROR"
REJECTED_BY = "gives_every_weight_its_name_and_rows"
REPLACE = [
    (
        """ and name != "output.weight"]""",
        """]""",
    ),
]
