"""A full stop ends a sentence even where no blank follows: cuts in `3.14` and `example.org`."""

REJECTED_BY = "cuts_after_sentences"
REPLACE = [
    (
        "[.!?…।॥؟۔][{_CLOSING}]*[{_BREAKABLE}]+",
        "[.!?…।॥؟۔][{_CLOSING}]*[{_BREAKABLE}]*",
    ),
]
