"""Notice that a file has been saved."""

import os
from collections.abc import Iterator
from pathlib import Path

import watchfiles

LOOK_MS = 1000
"""How often to look at the file where no event comes: network mounts and containers take the
order to watch and never tell."""
SETTLE_MS = 100
"""Editors save in several steps: how long it must be quiet."""


def saves(path: Path, *, poll: bool = False) -> Iterator[None]:
    """Yield at once, then each time that the file has been saved since the time before.

    A save while the caller is busy counts afterwards, several as one. An editor may write the file
    or put a new one in its place; that it is missing for a moment is no save, that it stays missing
    is. `poll` does without file events; so does this by itself where there are none to be had.
    """
    seen, missing = _stamp(path), False
    yield
    for _ in _glances(path.parent, poll):
        now = _stamp(path)
        settled = now is not None or missing
        missing = now is None
        if now != seen and settled:
            seen = now
            yield


def _stamp(path: Path) -> tuple[int, ...] | None:
    """What changes when a file is saved, also with the same text; None where there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _glances(folder: Path, poll: bool) -> Iterator[None]:
    """Whenever something may have happened in a folder: at each event, and every so often."""
    options = {"recursive": False, "step": SETTLE_MS, "rust_timeout": LOOK_MS}
    options |= {"yield_on_timeout": True, "watch_filter": None, "ignore_permission_denied": True}
    try:
        for _ in watchfiles.watch(folder, force_polling=poll or None, **options):
            yield
    except (OSError, RuntimeError):  # no more watches, or no events on this system
        if poll:
            raise
        yield from _glances(folder, True)
