"""top_p 1 is no case of its own: behind a token that is sure the sum is 1 already."""

REJECTED_BY = "keeps_the_tail_with_top_p_1"
REPLACE = [
    (
        "(better < top_p.unsqueeze(1)) | (top_p >= 1).unsqueeze(1)",
        "better < top_p.unsqueeze(1)",
    ),
]
