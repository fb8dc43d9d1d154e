"""The text of the end token is shown."""

REJECTED_BY = "stops_at_an_end_token"
REPLACE = [
    (
        """        if token_id in self.end_ids:
            self.reason = "stop"
""",
        """        if token_id in self.end_ids:
            self.held += text
            self.reason = "stop"
""",
    ),
]
