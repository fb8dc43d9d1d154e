"""A sample without tokens becomes a row of padding, and attention over it NaN."""

REJECTED_BY = "refuses_what_makes_no_batch"
REPLACE = [
    (
        """    if 0 in lengths:
        raise ValueError(f"sample {lengths.index(0)} of the batch has no tokens")
""",
        """""",
    ),
]
