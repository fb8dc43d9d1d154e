"""The numbers follow from the worker's number alone: every run, every seed has the same."""

REJECTED_BY = "workers_draw_their_own_numbers"
REPLACE = [
    (
        """    seed = torch.initial_seed()
""",
        """    seed = worker_id
""",
    ),
]
