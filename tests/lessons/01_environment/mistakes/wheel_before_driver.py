"""The wheel is blamed before the driver: a new wheel alone would not help."""

REJECTED_BY = "names_the_first_cause"
REPLACE = [
    (
        ('    if facts.driver is None:\n        code, message = "no_driver"'),
        ('    if facts.driver is None and facts.torch_cuda:\n        code, message = "no_driver"'),
    ),
    ("    elif not facts.cards:\n", "    elif facts.torch_cuda and not facts.cards:\n"),
]
