"""Of two names of a tied weight the last one counts."""

REJECTED_BY = "keeps_tied_weights_tied"
REPLACE = [
    (
        """next(name for name in own if name in tensors)""",
        """next(name for name in own[::-1] if name in tensors)""",
    ),
]
