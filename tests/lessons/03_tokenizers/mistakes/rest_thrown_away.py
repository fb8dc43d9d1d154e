"""`flush` throws a broken character away."""

REJECTED_BY = "agrees_with_decode_on_broken_bytes"
REPLACE = [
    (
        """        rest = self._decoder.decode(b"", final=True)
""",
        """        rest = ""
""",
    ),
]
