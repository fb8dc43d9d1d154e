"""All logits are computed, and most are thrown away."""

REJECTED_BY = "multiplies_the_head_for_those_alone"
REPLACE = [
    (
        """        if logits_at is not None:
            x = x.take_along_dim(logits_at[..., None], dim=1)
        return self.head(self.norm(x))""",
        """        logits = self.head(self.norm(x))
        if logits_at is not None:
            logits = logits.take_along_dim(logits_at[..., None], dim=1)
        return logits""",
    ),
]
