"""Each id is decoded on its own, and the texts are joined."""

REJECTED_BY = "decodes"
REPLACE = [
    (
        """        return self.decode_bytes(ids).decode(errors="replace")
""",
        """        return "".join(self.decode_bytes([id]).decode(errors="replace") for id in ids)
""",
    ),
]
