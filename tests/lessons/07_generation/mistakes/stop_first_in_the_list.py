"""The stop string that stands first in the list counts."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "min(ends)[1]",
        "ends[0][1]",
    ),
]
