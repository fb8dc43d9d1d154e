"""A bad line is decoded with `replace`: its broken bytes, the reason to look at it, are gone."""

REJECTED_BY = "keeps_bad_lines_whole"
REPLACE = [
    (
        '"surrogateescape"),',
        '"replace"),',
    ),
]
