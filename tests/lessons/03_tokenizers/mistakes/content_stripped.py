"""Blanks around the content are cut off."""

REJECTED_BY = "writes_a_chat"
REPLACE = [
    (
        """\\n{message['content']}")
            ids += [start""",
        """\\n{message['content'].strip()}")
            ids += [start""",
    ),
]
