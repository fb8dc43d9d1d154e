"""top_p 0 leaves no token."""

REJECTED_BY = "always_keeps_the_best"
REPLACE = [
    (
        """    kept |= rank == 0
""",
        "",
    ),
]
