"""Versions of CUDA are compared as texts: "9.2" is after "12.8"."""

REJECTED_BY = "compares_major_versions"
REPLACE = [
    (
        "_major(facts.driver_cuda) < _major(facts.torch_cuda)",
        'facts.driver_cuda.partition(".")[0] < facts.torch_cuda.partition(".")[0]',
    ),
]
