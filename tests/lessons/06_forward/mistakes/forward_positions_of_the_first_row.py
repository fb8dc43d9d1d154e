"""The first sequence's positions are used for all."""

REJECTED_BY = "counts_positions_from_what_is_given"
REPLACE = [
    (
        "self.rotary[:, positions.clamp(min=0)]",
        "self.rotary[:, positions[:1].clamp(min=0).expand(ids.shape)]",
    ),
]
