"""Parameters that were frozen are not any more."""

REJECTED_BY = "puts_every_tensor_in_its_place"
REPLACE = [
    (
        """nn.Parameter(tensor, requires_grad=old.requires_grad)""",
        """nn.Parameter(tensor)""",
    ),
]
