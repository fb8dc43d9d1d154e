"""top_p is taken before the temperature."""

REJECTED_BY = "applies_them_in_order"
REPLACE = [
    (
        "probabilities = values.masked_fill",
        "probabilities = (values * torch.where(greedy, 1.0, temperature).unsqueeze(1)).masked_fill",
    ),
]
