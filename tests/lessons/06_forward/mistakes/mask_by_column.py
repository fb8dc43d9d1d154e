"""Columns are compared, and not positions."""

REJECTED_BY = "goes_by_position_not_by_column"
REPLACE = [
    (
        "    seen, looking = positions[:, None, :], positions[:, :, None]",
        """    column = torch.arange(positions.shape[1], device=positions.device)
    seen = torch.where(positions[:, None, :] < 0, -1, column)
    looking = column[None, :, None].expand(len(positions), -1, 1)""",
    ),
]
