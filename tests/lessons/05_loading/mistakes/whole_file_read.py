"""The whole file is read for its header."""

REJECTED_BY = "asks_before_it_reads"
REPLACE = [
    (
        """        size = file.seek(0, 2)
        file.seek(0)
        try:
            if size < 8""",
        """        size = len(file.read())
        file.seek(0)
        try:
            if size < 8""",
    ),
]
