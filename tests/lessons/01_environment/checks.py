"""Checks of lesson 01, environment: each group of tasks is in a file of its own beside this one."""

from pathlib import Path

from shared.checking.spec import Check
from shared.curriculum import import_file

PRELOAD = ("packaging.requirements", "packaging.specifiers", "packaging.version")
HINTS = {}


for name in ("interpreter", "lock", "gpus", "cuda", "budget", "batch"):
    part = import_file(Path(__file__).with_name(f"{name}.py"), f"checks_environment_{name}")
    HINTS |= part.HINTS
    globals().update({key: item for key, item in vars(part).items() if isinstance(item, Check)})
