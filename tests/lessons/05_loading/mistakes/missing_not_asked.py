"""Missing tensors are noticed by nobody."""

REJECTED_BY = "accounts_for_every_tensor"
REPLACE = [
    (
        """    missing = [name for name in names if name not in tensors and name != "output.weight"]
""",
        """    missing: list[str] = []
""",
    ),
]
