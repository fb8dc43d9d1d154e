"""The heads come back in the order (B, H, T, D)."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "self.out(seen.transpose(1, 2).flatten(2))",
        "self.out(seen.reshape(batch, new, -1))",
    ),
]
