"""The offsets are a list of Python ints: each worker copies them as it counts references."""

REJECTED_BY = "keeps_little"
REPLACE = [
    (
        """self._starts, self._sizes = array("Q"), array("Q")""",
        """self._starts, self._sizes = [], array("Q")""",
    ),
]
