"""The seed is set for the whole process, dropout of the model and all."""

REJECTED_BY = "leaves_global_generators_alone"
REPLACE = [
    (
        """        generator=torch.Generator().manual_seed(seed),
""",
        """        generator=torch.manual_seed(seed),
""",
    ),
]
