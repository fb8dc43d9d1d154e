"""`prefetch_factor` is given without workers, which DataLoader refuses."""

REJECTED_BY = "options_follow_the_machine"
REPLACE = [
    (
        """"prefetch_factor": prefetch if workers else None,""",
        """"prefetch_factor": prefetch,""",
    ),
]
