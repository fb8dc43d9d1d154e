"""A stop string is looked for in the new text alone."""

REJECTED_BY = "stops_at_a_text_however_it_is_cut"
REPLACE = [
    (
        "(at := self.held.find(one)) >= 0]",
        "self.held.endswith(text) and (at := text.find(one)) >= 0]",
    ),
]
