"""Every joiner goes: a family falls apart into three people, and Persian words into wrong ones."""

REJECTED_BY = "keeps_joiners_that_carry_meaning"
REPLACE = [
    (
        "return _JOINER_RUN.sub(_needed_joiner, text)",
        'return _JOINER_RUN.sub("", text)',
    ),
]
