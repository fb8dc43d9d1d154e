"""The size of a head is always hidden size by heads."""

REJECTED_BY = "counts_each_field"
REPLACE = [
    (
        '        if config.get("head_dim") is not None:',
        '        if config.get("head_dim") is not None and hidden % heads:',
    ),
]
