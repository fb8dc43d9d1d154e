"""`frombuffer` refuses a tensor without numbers."""

VERDICT = "ERROR"
REJECTED_BY = "reads_every_tensor_to_the_bit"
REPLACE = [
    (
        """    if count == 0:
        return torch.empty(info.shape, dtype=dtype)
""",
        """""",
    ),
]
