"""`True` passes for a size of 1."""

REJECTED_BY = "refuses_a_wrong_configuration"
REPLACE = [
    (
        "    if type(value) is not int or value < 1:  # True is an int too",
        "    if not isinstance(value, int) or value < 1:",
    ),
]
