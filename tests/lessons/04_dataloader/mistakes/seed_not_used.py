"""The loader draws its workers' seeds from torch's global generator."""

REJECTED_BY = "workers_draw_their_own_numbers"
REPLACE = [
    (
        """        generator=torch.Generator().manual_seed(seed),
""",
        """""",
    ),
]
