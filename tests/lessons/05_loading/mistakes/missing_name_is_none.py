"""A name that is not there gives None."""

REJECTED_BY = "names_a_missing_tensor"
REPLACE = [
    (
        """        raise KeyError(f"{path} has no tensor {name!r}; it has {len(table)} others")
""",
        """        return None
""",
    ),
]
