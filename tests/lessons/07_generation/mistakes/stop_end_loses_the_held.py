"""At an end token the held text is lost."""

REJECTED_BY = "stops_at_an_end_token"
REPLACE = [
    (
        """            self.reason = "stop"
            return self.finish()
        self.held += text""",
        """            self.reason = "stop"
            return ""
        self.held += text""",
    ),
]
