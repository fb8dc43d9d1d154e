"""Every tensor is copied."""

REJECTED_BY = "copies_nothing"
REPLACE = [
    (
        """        tensor = tensor.to(device, dtype if""",
        """        tensor = tensor.clone().to(device, dtype if""",
    ),
]
