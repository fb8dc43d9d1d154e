"""`logits_at` is not looked at."""

REJECTED_BY = "gives_logits_only_where_asked"
REPLACE = [
    (
        """        if logits_at is not None:
            x = x.take_along_dim(logits_at[..., None], dim=1)
""",
        "",
    ),
]
