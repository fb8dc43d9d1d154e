"""`view` is used on tensors that are views themselves."""

REJECTED_BY = "takes_transposed_views"
VERDICT = "ERROR"
REPLACE = [
    (
        """    grouped = q.shape[1] != k.shape[1]
""",
        """    grouped = q.shape[1] != k.shape[1]
    q = q.view(-1).view(q.shape)
""",
    ),
]
