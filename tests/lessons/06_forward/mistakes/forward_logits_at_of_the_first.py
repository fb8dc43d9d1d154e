"""The first row's columns are taken of all rows."""

REJECTED_BY = "gives_logits_only_where_asked"
REPLACE = [
    (
        "x.take_along_dim(logits_at[..., None], dim=1)",
        "x[:, logits_at[0]]",
    ),
]
