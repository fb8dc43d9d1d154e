"""At a sum of exactly p one token more is kept."""

REJECTED_BY = "stops_at_p_exactly"
REPLACE = [
    (
        "(better < top_p.",
        "(better <= top_p.",
    ),
]
