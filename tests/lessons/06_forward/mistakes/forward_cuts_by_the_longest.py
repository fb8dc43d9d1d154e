"""The rows of the tables are cut at the longest position, as a number."""

REJECTED_BY = "waits_for_nothing"
REPLACE = [
    (
        "self.rotary[:, positions.clamp(min=0)]",
        "self.rotary[:, : int(positions.max()) + 1][:, positions.clamp(min=0)]",
    ),
]
