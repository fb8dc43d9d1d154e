"""After a line is split the text is cleaned once more, and what that removes is counted nowhere."""

REJECTED_BY = "splits_long_lines"
REPLACE = [
    (
        r'return _tidy("\n".join(pieces), is_code, report)',
        r'return _tidy("\n".join(pieces), is_code, Report())',
    ),
]
