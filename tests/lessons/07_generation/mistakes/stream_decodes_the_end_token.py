"""The end token goes to the decoder, which has no bytes for it."""

VERDICT = "ERROR"
REJECTED_BY = "ends_as_the_rule_says"
REPLACE = [
    (
        '"" if token in rule.end_ids else decoder.push(token)',
        "decoder.push(token)",
    ),
]
