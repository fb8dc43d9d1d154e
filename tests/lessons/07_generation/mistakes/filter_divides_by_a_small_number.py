"""Temperature 0 becomes a small number, and equal tokens are drawn by lot."""

REJECTED_BY = "lets_the_lower_id_win_a_tie"
REPLACE = [
    (
        "kept = rank < torch.where(greedy, 1, most).unsqueeze(1)",
        "kept = rank < most.unsqueeze(1)",
    ),
    (
        "torch.where(greedy, 1.0, temperature)",
        "temperature.clamp(min=1e-6)",
    ),
]
