"""Always the best token."""

REJECTED_BY = "samples_with_the_number_of_the_step"
REPLACE = [
    (
        "[params], [step])",
        "[GREEDY], [step])",
    ),
]
