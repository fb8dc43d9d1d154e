"""A tensor is made in the step, and always on the CPU."""

REJECTED_BY = "stays_on_the_device_of_the_model"
VERDICT = "ERROR"
REPLACE = [
    (
        """        x = self.embed(ids)
""",
        """        x = self.embed(ids) + torch.zeros(ids.shape[1], 1)
""",
    ),
]
