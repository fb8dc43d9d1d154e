"""Offset 0 is where the header ends, without the padding."""

REJECTED_BY = "reads_what_the_package_writes"
REPLACE = [
    (
        """data = -(-cursor.at // alignment) * alignment""",
        """data = cursor.at""",
    ),
]
