"""The MLP reads the stream from before the attention."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        """        x = x + self.out(seen.transpose(1, 2).flatten(2))
        return x + self.down(swiglu(self.gate_up(self.mlp_norm(x))))""",
        """        taken = self.out(seen.transpose(1, 2).flatten(2))
        return x + taken + self.down(swiglu(self.gate_up(self.mlp_norm(x))))""",
    ),
]
