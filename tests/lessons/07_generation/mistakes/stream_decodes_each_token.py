"""Each token is decoded by itself: half characters become U+FFFD."""

REJECTED_BY = "yields_text_as_soon_as_it_is_whole"
REPLACE = [
    (
        "decoder.push(token)",
        'token_bytes[token].decode(errors="replace")',
    ),
]
