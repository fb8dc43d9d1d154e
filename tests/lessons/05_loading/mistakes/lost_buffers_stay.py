"""A buffer on the meta device stays there: the model fails, or worse, at its first step."""

REJECTED_BY = "refuses_what_does_not_fit"
REPLACE = [
    (
        """        ("stay on the meta device, as no file holds such buffers", left),
""",
        """""",
    ),
]
