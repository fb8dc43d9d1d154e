"""Workers are started anew for each epoch."""

REJECTED_BY = "keeps_its_workers"
REPLACE = [
    (
        """        **loader_options(workers, prefetch=prefetch, cuda=torch.cuda.is_available()),
""",
        """        **loader_options(workers, prefetch=prefetch, cuda=torch.cuda.is_available())
        | {"persistent_workers": False},
""",
    ),
]
