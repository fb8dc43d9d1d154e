"""The lines of the JSONL file come from `str.splitlines`: U+2028 in a text tears its document."""

REJECTED_BY = "reads_lines_of_json"
REPLACE = [
    (
        """        for line in bounded_lines(lines, record_limit):
""",
        """        decoded = lines.read().decode("utf-8", "surrogateescape").splitlines()
        raw = [line.encode("utf-8", "surrogateescape") for line in decoded]
        for line in [Line(at, data, len(data)) for at, data in enumerate(raw, 1)]:
""",
    ),
]
