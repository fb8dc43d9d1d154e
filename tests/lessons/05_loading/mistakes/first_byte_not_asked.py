"""Whether it is JSON is found out by reading all of it."""

REJECTED_BY = "asks_before_it_reads"
REPLACE = [
    (
        """            if file.peek(1)[:1] != b"{":
                raise ValueError("its header does not begin with {")
""",
        """""",
    ),
]
