"""What equals `pad_id` counts as padding: where pad is eos, no answer ever ends."""

REJECTED_BY = "keeps_pad_tokens_of_a_sample"
REPLACE = [
    (
        """        mask[row, place] = 1
    labels""",
        """        mask[row, place] = (ids[row, place] != pad_id).long()
    labels""",
    ),
]
