r"""The `\n` is not counted: pieces are one character longer than the limit."""

REJECTED_BY = "leaves_what_fits"
REPLACE = [
    (
        "while len(line) - start > limit:",
        r'while len(line.rstrip("\n")) - start > limit:',
    ),
]
