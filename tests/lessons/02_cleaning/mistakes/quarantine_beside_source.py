"""The quarantine lies beside the source: in a folder that may be read-only."""

REJECTED_BY = "puts_the_quarantine_beside_the_target"
REPLACE = [
    (
        'target.with_suffix(f".quarantine{target.suffix}")',
        'source.with_name(f"{target.stem}.quarantine{target.suffix}")',
    ),
]
