"""Names that are missing are left on the meta device."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        ("the module needs and nobody gives", lacking),
""",
        """""",
    ),
]
