"""`if (positions < 0).any()` waits for the device."""

REJECTED_BY = "asks_the_device_for_nothing"
REPLACE = [
    (
        "    allowed = ((seen >= 0) & (seen <= looking)) | itself",
        """    allowed = seen <= looking
    if (positions < 0).any():
        allowed = allowed & (seen >= 0)
    allowed = allowed | itself""",
    ),
]
