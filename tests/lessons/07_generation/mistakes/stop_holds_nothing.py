"""Nothing is held back: the beginning of a stop string is shown."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "kept = max((_begun(self.held, one) for one in self.stop), default=0)",
        "kept = 0",
    ),
]
