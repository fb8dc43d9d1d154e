"""Role, line end and content are encoded one by one."""

REJECTED_BY = "writes_a_chat"
REPLACE = [
    (
        """            text = self.encode(f"{message['role']}\\n{message['content']}")
""",
        """            text = self.encode(f"{message['role']}\\n") + self.encode(message["content"])
""",
    ),
]
