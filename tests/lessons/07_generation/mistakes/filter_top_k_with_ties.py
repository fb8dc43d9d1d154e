"""All tokens as good as the k-th are kept: more than k where some are equal."""

REJECTED_BY = "lets_the_lower_id_win_a_tie"
REPLACE = [
    (
        "kept = rank < torch.where(greedy, 1, most).unsqueeze(1)",
        """limit = torch.where(greedy, 1, most).clamp(max=logits.shape[-1]).unsqueeze(1)
    kept = values >= values.gather(1, limit - 1)""",
    ),
]
