"""Only colours are removed: of the progress bars in a log `[2K` and `[1G` stay."""

REJECTED_BY = "removes_terminal_sequences"
REPLACE = [
    (
        '[0-?]*[ -/]*[@-~]?"',
        '[0-9;]*m"',
    ),
]
