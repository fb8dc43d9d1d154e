"""A cut right after `。`: the closing quote of the sentence begins the next piece."""

REJECTED_BY = "cuts_after_chinese_sentences"
REPLACE = [
    (
        "(?![。！？｡{_CLOSING}])",
        "",
    ),
]
