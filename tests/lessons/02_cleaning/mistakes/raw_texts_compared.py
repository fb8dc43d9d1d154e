"""The raw texts are compared: copies that differ in a blank or a colour are all kept."""

REJECTED_BY = "compares_what_is_cleaned"
REPLACE = [
    (
        """text = _normalized(document)
""",
        """text = document
""",
    ),
]
