"""The first line that cannot be read hides all that follow."""

REJECTED_BY = "names_lines_that_it_cannot_read"
REPLACE = [
    (
        ("                )\n            )\n            continue\n        if wanted.marker"),
        ("                )\n            )\n            break\n        if wanted.marker"),
    ),
]
