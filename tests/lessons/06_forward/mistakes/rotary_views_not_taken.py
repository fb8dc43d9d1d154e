"""`view` is used, which needs numbers side by side."""

REJECTED_BY = "takes_views_and_changes_nothing"
VERDICT = "ERROR"
REPLACE = [
    (
        """    low, high = x.chunk(2, dim=-1)
""",
        """    low, high = x.view(-1, x.shape[-1]).view(x.shape).chunk(2, dim=-1)
""",
    ),
]
