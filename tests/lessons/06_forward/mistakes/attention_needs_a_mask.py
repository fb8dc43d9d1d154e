"""None as a mask is not taken."""

REJECTED_BY = "weighs_the_keys"
VERDICT = "ERROR"
REPLACE = [
    (
        """    if mask is not None:
        scores = scores + mask
""",
        """    scores = scores + mask
""",
    ),
]
