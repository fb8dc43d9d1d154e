"""The mask is a mask of floats."""

REJECTED_BY = "pads_to_the_longest"
REPLACE = [
    (
        """mask = torch.zeros_like(ids)""",
        """mask = torch.zeros(ids.shape)""",
    ),
]
