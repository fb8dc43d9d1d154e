"""The rows of Q and K are left in the file's order."""

REJECTED_BY = "gives_every_weight_its_name_and_rows"
REPLACE = [
    (
        """    if heads:  # row 2i""",
        """    if heads == -1:  # row 2i""",
    ),
]
