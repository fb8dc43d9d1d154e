"""With top_p 1 a rounded sum cuts the tail off."""

REJECTED_BY = "keeps_the_tail_with_top_p_1"
REPLACE = [
    (
        "kept &= (better < top_p.unsqueeze(1)) | (top_p >= 1).unsqueeze(1)",
        """sums = probabilities.float().cumsum(dim=-1)
    kept &= ((better < top_p.unsqueeze(1)) & (sums < 1 - 1e-6)) | (rank == 0)""",
    ),
]
