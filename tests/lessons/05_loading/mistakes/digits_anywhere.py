"""A part with a digit in it is a layer."""

REJECTED_BY = "knows_a_number_when_it_sees_one"
REPLACE = [
    (
        """        if part.isdecimal():
""",
        """        if any(letter.isdecimal() for letter in part):
""",
    ),
]
