"""cos and sin stay float32: the stream changes its dtype."""

REJECTED_BY = "runs_in_bfloat16"
VERDICT = "ERROR"
REPLACE = [
    (
        """.to(x.dtype)
        attend: Attend""",
        """
        attend: Attend""",
    ),
]
