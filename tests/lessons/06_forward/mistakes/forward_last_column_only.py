"""The last column is given, whichever was asked for."""

REJECTED_BY = "gives_logits_only_where_asked"
REPLACE = [
    (
        "x.take_along_dim(logits_at[..., None], dim=1)",
        "x[:, -1:].expand(-1, logits_at.shape[1], -1)",
    ),
]
