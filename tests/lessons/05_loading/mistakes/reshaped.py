"""A tensor of as many numbers is made to fit."""

REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        if tensor.shape != old.shape:
""",
        """        if tensor.numel() == old.numel():
            tensor = tensor.reshape(old.shape)
        if tensor.shape != old.shape:
""",
    ),
]
