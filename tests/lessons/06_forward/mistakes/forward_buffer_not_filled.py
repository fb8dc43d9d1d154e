"""The stream is kept in memory that nobody has written, times 0."""

REJECTED_BY = "reads_no_memory_that_nobody_wrote"
REPLACE = [
    (
        """        x = self.embed(ids)
""",
        """        x = self.embed(ids)
        x = x + 0 * torch.empty_like(x)
""",
    ),
]
