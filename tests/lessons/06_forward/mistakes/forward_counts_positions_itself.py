"""Positions are counted by column, whatever is given."""

REJECTED_BY = "counts_positions_from_what_is_given"
REPLACE = [
    (
        "        cos, sin = self.rotary[:, positions.clamp(min=0)].to(x.dtype)",
        """        columns = torch.arange(ids.shape[1], device=ids.device).expand(ids.shape)
        cos, sin = self.rotary[:, columns].to(x.dtype)""",
    ),
]
