"""Each id becomes text on its own."""

REJECTED_BY = "gives_each_character_at_once"
REPLACE = [
    (
        """        return self._decoder.decode(self._token_bytes[token_id])
""",
        """        return self._token_bytes[token_id].decode(errors="replace")
""",
    ),
]
