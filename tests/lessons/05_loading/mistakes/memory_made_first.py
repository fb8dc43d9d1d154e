"""The module gets memory of its own, into which everything is copied."""

REJECTED_BY = "needs_the_memory_of_one_model"
REPLACE = [
    (
        """        fresh |= dict.fromkeys(own, tensor)
""",
        """        fresh |= dict.fromkeys(own, tensor)
        tensor.sum()
        fresh[f"{name} "] = nn.Parameter(tensor.detach().clone())
""",
    ),
    (
        """    for name, tensor in fresh.items():
""",
        """    module._copies = [tensor for name, tensor in fresh.items() if name.endswith(" ")]
    for name, tensor in fresh.items():
        if name.endswith(" "):
            continue
""",
    ),
]
