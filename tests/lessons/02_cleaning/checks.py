"""Checks of lesson 02, cleaning: those of each task are a file beside this one."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from shared.checking.spec import Check

PRELOAD = ("numpy", "regex", "shared.corpus", "shared.hashing")
TASKS = (
    "strip_controls",
    "normalize_whitespace",
    "split_long_lines",
    "deduplicate",
    "clean_corpus",
)
HINTS = {}


def of_task(name: str) -> ModuleType:
    """The file of one task. Its bytecode is kept, for each check of the lesson imports them all."""
    spec = spec_from_file_location(
        f"checks_cleaning_{name}", Path(__file__).with_name(f"{name}.py")
    )
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


for task in TASKS:
    part = of_task(task)
    HINTS[task] = part.HINTS
    globals().update({name: item for name, item in vars(part).items() if isinstance(item, Check)})
