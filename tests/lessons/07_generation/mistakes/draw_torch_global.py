"""torch.manual_seed moves the state of the whole process."""

REJECTED_BY = "depends_on_nothing_else"
REPLACE = [
    (
        '    return random.Random(f"{seed}/{step}").random()',
        """    torch.manual_seed(seed * 100_003 + step)
    return torch.rand(()).item()""",
    ),
]
