"""The header's length is believed: 2**63 bytes are asked for."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """            if length > min(MAX_HEADER, size - 8):
""",
        """            if length == 0:
""",
    ),
]
