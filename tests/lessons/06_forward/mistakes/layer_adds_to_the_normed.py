"""The normed copy goes on in place of the stream."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        "        heads = self.qkv(self.attention_norm(x))",
        """        x = self.attention_norm(x)
        heads = self.qkv(x)""",
    ),
]
