"""Empty pieces are given out too."""

REJECTED_BY = "yields_text_as_soon_as_it_is_whole"
REPLACE = [
    (
        "        if piece := rule.push(",
        "        piece = rule.push(",
    ),
    (
        "else decoder.push(token)):\n            yield piece",
        "else decoder.push(token))\n        yield piece",
    ),
]
