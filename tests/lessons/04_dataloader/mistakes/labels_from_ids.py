"""The labels are ignored wherever the id is `pad_id`: the end of a sample is never learned."""

REJECTED_BY = "keeps_pad_tokens_of_a_sample"
REPLACE = [
    (
        """labels = ids.masked_fill(mask == 0, IGNORED)""",
        """labels = ids.masked_fill(ids == pad_id, IGNORED)""",
    ),
]
