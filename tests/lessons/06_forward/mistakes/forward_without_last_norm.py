"""The last norm is forgotten."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "self.head(self.norm(x))",
        "self.head(x)",
    ),
]
