"""Broken bytes vanish in the stream, where `decode` shows U+FFFD."""

REJECTED_BY = "agrees_with_decode_on_broken_bytes"
REPLACE = [
    ('("utf-8")("replace")', '("utf-8")("ignore")'),
]
