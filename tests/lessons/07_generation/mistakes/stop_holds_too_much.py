"""The longest stop string less one character is held back always: text comes late."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "kept = max((_begun(self.held, one) for one in self.stop), default=0)",
        "kept = min(max(map(len, self.stop), default=1) - 1, len(self.held))",
    ),
]
