"""Only one end token is known: chat models have several."""

REJECTED_BY = "stops_at_an_end_token"
REPLACE = [
    (
        "if token_id in self.end_ids:",
        "if token_id == min(self.end_ids, default=None):",
    ),
]
