"""As `textwrap` does: the blanks at the cuts are dropped; joined, the pieces are another text."""

REJECTED_BY = "loses_nothing"
REPLACE = [
    (
        "pieces.append(line[start : start + length])",
        'pieces.append(line[start : start + length].rstrip(" "))',
    ),
]
