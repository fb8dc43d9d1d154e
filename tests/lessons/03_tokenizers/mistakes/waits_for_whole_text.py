"""Nothing is given until all that was held back is whole: a half holds up those before it."""

REJECTED_BY = "gives_each_character_at_once"
REPLACE = [
    (
        """        return self._decoder.decode(self._token_bytes[token_id])
""",
        """        self._kept = getattr(self, "_kept", b"") + self._token_bytes[token_id]
        try:
            text, self._kept = self._kept.decode(), b""
        except UnicodeDecodeError:
            return ""
        return text
""",
    ),
    (
        """        rest = self._decoder.decode(b"", final=True)
""",
        """        rest, self._kept = getattr(self, "_kept", b"").decode(errors="replace"), b""
""",
    ),
]
