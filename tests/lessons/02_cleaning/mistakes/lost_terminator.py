"""A window title whose terminator was lost takes the rest of the document with it."""

REJECTED_BY = "survives_sequences_cut_short"
REPLACE = [
    (
        r'[^\x00-\x1f\x7f-\x9f\u2028\u2029]*(?:\x07|\x1b\\|\x9c)"',
        r'[\s\S]*?(?:\x07|\x1b\\|\x9c|\Z)"',
    ),
]
