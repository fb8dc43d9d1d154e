"""Only `[N/A]` is known as a value that is not told."""

REJECTED_BY = "leaves_untold_what_was_not_told"
VERDICT = "ERROR"
REPLACE = [
    (
        '    return None if cell in ("", "N/A") or cell.startswith("[") else cell',
        '    return None if cell == "[N/A]" else cell',
    ),
]
