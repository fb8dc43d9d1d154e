"""Whole numbers are converted, too."""

REJECTED_BY = "converts_what_is_floating"
REPLACE = [
    (
        """tensor.to(device, dtype if tensor.is_floating_point() else None)""",
        """tensor.to(device, dtype)""",
    ),
]
