"""All stream decoders share one buffer."""

REJECTED_BY = "begins_anew_after_flush"
REPLACE = [
    (
        """        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
""",
        """        self._decoder = _SHARED
""",
    ),
    (
        """class StreamDecoder:
""",
        """_SHARED = codecs.getincrementaldecoder("utf-8")("replace")


class StreamDecoder:
""",
    ),
]
