"""multinomial with the global generator: neighbours move each other."""

REJECTED_BY = "depends_on_no_neighbour"
REPLACE = [
    (
        "    return torch.searchsorted(upper, drawn * upper[:, -1:], right=True).squeeze(1)",
        "    return torch.multinomial(upper.diff(dim=-1, "
        "prepend=upper.new_zeros(len(upper), 1)), 1).squeeze(1)",
    ),
]
