r"""`\s` is taken for "a blank": it is also U+001C to U+001F, which are none in Unicode."""

REJECTED_BY = "knows_every_blank"
REPLACE = [
    (
        "_ODD_BLANK = re.compile(f\"[{BLANKS.replace(' ', '')}]\")",
        r'_ODD_BLANK = re.compile(r"[^\S\n ]")',
    ),
]
