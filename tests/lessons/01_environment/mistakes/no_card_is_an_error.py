"""A machine without a card is an error."""

REJECTED_BY = "finds_no_card"
VERDICT = "ERROR"
REPLACE = [
    (
        ('    if not lines or lines[0].strip().lower().startswith("no devices were found"):'),
        "    if not lines:",
    ),
]
