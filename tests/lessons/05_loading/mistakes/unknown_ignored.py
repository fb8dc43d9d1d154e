"""Tensors that nobody knows are left out."""

REJECTED_BY = "accounts_for_every_tensor"
REPLACE = [
    (
        """    unknown = [name for name in tensors if name not in names]
""",
        """    unknown: list[str] = []
    tensors = {name: info for name, info in tensors.items() if name in names}
""",
    ),
]
