"""A MiB is taken for a million bytes."""

REJECTED_BY = "reads_real_answers"
REPLACE = [
    (
        '_UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}',
        '_UNITS = {"B": 1, "KiB": 10**3, "MiB": 10**6, "GiB": 10**9, "TiB": 10**12}',
    ),
]
