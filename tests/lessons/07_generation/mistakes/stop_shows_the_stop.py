"""The stop string is shown."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "self.held[: min(ends)[1]]",
        "self.held[: min(ends)[0]]",
    ),
]
