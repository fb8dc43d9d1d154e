"""Running out of tokens is called a stop."""

REJECTED_BY = "gives_out_the_rest_when_tokens_run_out"
REPLACE = [
    (
        'self.reason = self.reason or "length"',
        'self.reason = self.reason or "stop"',
    ),
    (
        """        if self.count == self.max_tokens:
            return self.finish()""",
        """        if self.count == self.max_tokens:
            self.reason = "length"
            return self.finish()""",
    ),
]
