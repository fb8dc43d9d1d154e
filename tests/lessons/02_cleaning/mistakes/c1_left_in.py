"""C1 is left in: what Windows-1252 read as Latin-1 leaves behind, and what 8-bit terminals obey."""

REJECTED_BY = "removes_controls"
REPLACE = [
    (
        '_UNSEEN = re.compile(f"[{CONTROLS}{INVISIBLE}]")',
        r'_UNSEEN = re.compile(rf"[\x00-\x08\x0e-\x1f\x7f{INVISIBLE}]")',
    ),
]
