"""After `flush` half a character is still there."""

REJECTED_BY = "begins_anew_after_flush"
REPLACE = [
    (
        """        rest = self._decoder.decode(b"", final=True)
        self._decoder.reset()
""",
        """        state = self._decoder.getstate()
        rest = self._decoder.decode(b"", final=True)
        self._decoder.setstate(state)
""",
    ),
]
