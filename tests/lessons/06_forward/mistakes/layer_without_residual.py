"""The MLP's answer replaces the stream."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "return x + self.down",
        "return self.down",
    ),
]
