"""Workers are not asked for: each yields every record of its rank."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """        worker, workers = (info.id, info.num_workers) if info else (0, 1)
""",
        """        worker, workers = 0, 1
""",
    ),
]
