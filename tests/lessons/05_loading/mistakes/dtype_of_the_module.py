"""Without a dtype the module's is taken, and half a model becomes a whole one."""

REJECTED_BY = "converts_what_is_floating"
REPLACE = [
    (
        """tensor.to(device, dtype if tensor.is_floating_point() else None)""",
        """tensor.to(device, (dtype or old.dtype) if tensor.is_floating_point() else None)""",
    ),
]
