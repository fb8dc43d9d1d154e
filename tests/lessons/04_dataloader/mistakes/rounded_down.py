"""The width is rounded down, and the longest sample is cut."""

REJECTED_BY = "rounds_up"
REPLACE = [
    (
        """width = -(-max(lengths) // multiple_of) * multiple_of""",
        """width = max(max(lengths) // multiple_of * multiple_of, 1)""",
    ),
    (
        """        ids[row, place] = torch.tensor(sample)""",
        """        ids[row, place] = torch.tensor(sample)[: len(ids[row, place])]""",
    ),
]
