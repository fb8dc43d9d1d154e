"""The file is mapped, and its pages stay in memory beside the result."""

REJECTED_BY = "holds_the_model_once"
REPLACE = [
    (
        """    with open(path, "rb") as file:
        for name, info in tensors.items():""",
        """    whole = np.memmap(path, np.uint8)
    whole.sum()
    with open(path, "rb") as file:
        for name, info in tensors.items():""",
    ),
]
