"""Every name of a tied weight must be in the file."""

VERDICT = "ERROR"
REJECTED_BY = "keeps_tied_weights_tied"
REPLACE = [
    (
        """if not any(name in tensors for name in own)]""",
        """if not all(name in tensors for name in own)]""",
    ),
]
