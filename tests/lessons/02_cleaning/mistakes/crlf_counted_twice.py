r"""`\r\n` becomes two line ends: in a file from Windows an empty line stands between all others."""

REJECTED_BY = "knows_every_line_end"
REPLACE = [
    (
        """    text = text.replace("\\r\\n", "\\n")
""",
        "",
    ),
]
