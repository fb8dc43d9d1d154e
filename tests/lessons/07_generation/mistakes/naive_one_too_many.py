"""Goes on until a position that the model does not have."""

REJECTED_BY = "ends_where_the_model_ends"
REPLACE = [
    (
        "range(model.config.max_positions - len(ids))",
        "range(model.config.max_positions - len(ids) + 1)",
    ),
]
