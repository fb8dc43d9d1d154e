"""Checks of lesson 02, cleaning: those of each task are in a file of its name beside this one."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from shared.checking.spec import Check

PRELOAD = ("numpy", "regex", "shared.corpus", "shared.hashing")
PARTS = (
    "strip_controls",
    "normalize_whitespace",
    "split_long_lines",
    "deduplicate",
    "clean_corpus",
    "clean_corpus_files",
)
HINTS = {}


def read_part(name: str) -> ModuleType:
    """One of the files. Its bytecode is kept, for each check of the lesson imports them all."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"checks_cleaning_{name}", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


for name in PARTS:
    part = read_part(name)
    if hasattr(part, "HINTS"):
        HINTS[name] = part.HINTS
    globals().update({key: item for key, item in vars(part).items() if isinstance(item, Check)})
