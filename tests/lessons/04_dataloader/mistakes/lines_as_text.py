"""The file is read as text: a position then counts characters, and U+2028 may end a line."""

VERDICT = "ERROR"
REJECTED_BY = "gives_each_record"
REPLACE = [
    (
        """        with open(self.path, "rb") as file:
            for line in file:
                if""",
        """        with open(self.path, encoding="utf-8", newline="") as file:
            for line in file:
                if""",
    ),
]
