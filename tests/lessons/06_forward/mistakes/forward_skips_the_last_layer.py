"""The last layer is not run."""

REJECTED_BY = "gives_the_logits"
REPLACE = [
    (
        """        for layer in self.layers:
""",
        """        for layer in self.layers[:-1]:
""",
    ),
]
