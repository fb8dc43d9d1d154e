"""The mask is one of truths; the contract wants numbers to add."""

REJECTED_BY = "shows_oneself_and_what_was_before"
REPLACE = [
    (
        '    return mask.masked_fill(~allowed, float("-inf")).unsqueeze(1)',
        "    return allowed.unsqueeze(1)",
    ),
]
