"""Samples are shuffled and cut: half of what the model gets is padding."""

REJECTED_BY = "puts_similar_lengths_together"
REPLACE = [
    (
        """part = part[np.argsort(self.lengths[part], kind="stable")].tolist()""",
        """part = part.tolist()""",
    ),
]
