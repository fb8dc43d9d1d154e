"""The MLP reads the stream without its norm."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "self.gate_up(self.mlp_norm(x))",
        "self.gate_up(x)",
    ),
]
