"""All rows share the number of the first request."""

REJECTED_BY = "follows_the_probabilities"
REPLACE = [
    (
        "drawn = torch.tensor(numbers,",
        "drawn = torch.tensor(numbers[:1] * len(params),",
    ),
]
