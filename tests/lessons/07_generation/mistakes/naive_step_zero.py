"""The step is always 0: the same number is drawn for every token."""

REJECTED_BY = "samples_with_the_number_of_the_step"
REPLACE = [
    (
        "[params], [step])",
        "[params], [0])",
    ),
]
