"""The rest is given out again at every call."""

REJECTED_BY = "gives_out_the_rest_when_tokens_run_out"
REPLACE = [
    (
        """        rest, self.held = self.held, ""
        return rest""",
        "        return self.held",
    ),
]
