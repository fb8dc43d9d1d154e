"""Checks of lesson 02, cleaning: those of each task are in a file of its name beside this one."""

from pathlib import Path

from shared.checking.spec import Check
from shared.curriculum import import_file

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


for name in PARTS:
    part = import_file(Path(__file__).with_name(f"{name}.py"), f"checks_cleaning_{name}")
    if hasattr(part, "HINTS"):
        HINTS[name] = part.HINTS
    globals().update({key: item for key, item in vars(part).items() if isinstance(item, Check)})
