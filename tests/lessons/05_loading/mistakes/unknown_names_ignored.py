"""Names that the module does not have are ignored."""

REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        ("the module does not have", unknown),
""",
        """""",
    ),
]
