"""Entries that name no card are skipped, and the list goes on."""

REJECTED_BY = "reads_cuda_visible_devices"
REPLACE = [
    (
        ("        if place is None:\n            break\n"),
        ("        if place is None:\n            continue\n"),
    ),
]
