"""In float32 a number next to 1 becomes 1: a token that there is not."""

REJECTED_BY = "draws_no_removed_token_at_the_ends"
REPLACE = [
    (
        "torch.tensor(numbers, dtype=torch.float64, ",
        "torch.tensor(numbers, ",
    ),
]
