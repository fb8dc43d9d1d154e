"""An id without bytes is passed over."""

REJECTED_BY = "takes_nothing_that_it_refuses"
REPLACE = [
    (
        """        if token_id not in self._token_bytes:
            raise ValueError(f"the id {token_id} is not in this vocabulary")
        return self._decoder""",
        """        if token_id not in self._token_bytes:
            return ""
        return self._decoder""",
    ),
]
