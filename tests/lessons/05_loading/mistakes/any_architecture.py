"""Any architecture is taken for a Llama."""

REJECTED_BY = "accounts_for_every_tensor"
REPLACE = [
    (
        """    if (architecture := fields.get("general.architecture")) != "llama":
        raise FormatError(f"{path}: the architecture is {architecture!r}, not 'llama'")
""",
        """""",
    ),
]
