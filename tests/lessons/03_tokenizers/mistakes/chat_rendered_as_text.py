"""The whole chat is written as one text, and then encoded with all special tokens allowed."""

REJECTED_BY = "lets_no_text_pose_as_control"
REPLACE = [
    (
        """            text = self.encode(f"{message['role']}\\n{message['content']}")
            ids += [start, *text, end, *self.encode("\\n")]
""",
        """            text = f"{START}{message['role']}\\n{message['content']}{END}\\n"
            ids += self.encode_with_specials(text, [START, END])
""",
    ),
]
