"""Checks of lesson 07, generation: those of each task are in a file of its name beside this one."""

from pathlib import Path

from shared.checking import gather

PRELOAD = ("numpy", "torch", "regex")

globals().update(
    gather(
        Path(__file__).parent,
        "filter_logits",
        "draw",
        "sample",
        "generate_naive",
        "stop_rule",
        "stream",
    )
)
