"""The embedding's rows are changed in place."""

REJECTED_BY = "leaves_the_model_and_its_inputs"
REPLACE = [
    (
        """        x = self.embed(ids)
""",
        """        self.embed.weight.data.mul_(1.001)
        x = self.embed(ids)
""",
    ),
]
