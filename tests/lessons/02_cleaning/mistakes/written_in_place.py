"""The target is opened for writing at once: a full disk leaves half a corpus, which looks whole."""

REJECTED_BY = "leaves_outputs_alone_if_it_fails"
REPLACE = [
    (
        "with open_corpus(source, target, quarantine) as (lines, good, bad):",
        'with source.open("rb") as lines, target.open("wb") as good, quarantine.open("wb") as bad:',
    ),
]
