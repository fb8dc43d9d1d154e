"""A driver of an older minor version counts as too old."""

REJECTED_BY = "compares_major_versions"
REPLACE = [
    (
        "_major(facts.driver_cuda) < _major(facts.torch_cuda)",
        "Version(facts.driver_cuda) < Version(facts.torch_cuda)",
    ),
]
