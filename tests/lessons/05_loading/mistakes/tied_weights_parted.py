"""Each name gets a parameter of its own."""

REJECTED_BY = "keeps_tied_weights_tied"
REPLACE = [
    (
        """        fresh |= dict.fromkeys(own, tensor)
""",
        """        for one in own:
            fresh[one] = nn.Parameter(tensor.data) if isinstance(old, nn.Parameter) else tensor
""",
    ),
]
