"""The step counts the prompt too: the same request draws otherwise with another prompt length."""

REJECTED_BY = "samples_with_the_number_of_the_step"
REPLACE = [
    (
        "[params], [step])",
        "[params], [len(ids)])",
    ),
]
