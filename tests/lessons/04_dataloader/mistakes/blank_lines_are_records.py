"""Every line is a record, blank ones too."""

VERDICT = "ERROR"
REJECTED_BY = "gives_each_record"
REPLACE = [
    (
        """                if line.strip():
                    self._starts""",
        """                if line:
                    self._starts""",
    ),
]
