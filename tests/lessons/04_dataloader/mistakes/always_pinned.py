"""Memory is pinned where there is no CUDA, too."""

REJECTED_BY = "options_follow_the_machine"
REPLACE = [
    (
        """"pin_memory": cuda,""",
        """"pin_memory": True,""",
    ),
]
