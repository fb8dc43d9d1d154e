"""Tokens are looked up in a list, where -1 is the last one."""

REJECTED_BY = "refuses_unknown_ids"
REPLACE = [
    (
        """            if number not in self.token_bytes:
                raise ValueError(f"the id {number} is not in this vocabulary")
            parts.append(self.token_bytes[number])
""",
        """            if number > max(self.token_bytes):
                raise ValueError(f"the id {number} is not in this vocabulary")
            parts.append(self.token_bytes[number % (max(self.token_bytes) + 1)])
""",
    ),
]
