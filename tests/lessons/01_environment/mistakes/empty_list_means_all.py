"""An empty CUDA_VISIBLE_DEVICES counts as not set."""

REJECTED_BY = "reads_cuda_visible_devices"
REPLACE = [
    ("    if visible is None:\n", "    if not visible:\n"),
]
