"""The stop string that begins first counts: which one depends on how the text was cut."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "min(ends)[1]",
        "min(at for _, at in ends)",
    ),
]
