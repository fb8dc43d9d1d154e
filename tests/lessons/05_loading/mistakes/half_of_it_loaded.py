"""Tensors are put in one by one, until one does not fit."""

REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        fresh |= dict.fromkeys(own, tensor)
    for name, tensor in fresh.items():
        owner, _, attribute = name.rpartition(".")
        setattr(module.get_submodule(owner), attribute, tensor)
""",
        """        for name in own:
            owner, _, attribute = name.rpartition(".")
            setattr(module.get_submodule(owner), attribute, tensor)
""",
    ),
    (
        """    fresh = {}
    for own""",
        """    for own""",
    ),
]
