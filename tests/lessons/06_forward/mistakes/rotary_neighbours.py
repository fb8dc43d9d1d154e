"""Neighbours turn together, as in the paper; the checkpoint has halves."""

REJECTED_BY = "turns_pairs"
REPLACE = [
    (
        """    low, high = x.chunk(2, dim=-1)
    turned = torch.cat([-high, low], dim=-1)""",
        "    turned = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)",
    ),
]
