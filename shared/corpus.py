"""Reading and writing a JSONL corpus that may be larger than memory, without half-made files.

The plumbing under lesson 02. What it promises: memory does not grow with the file, a line of any
length does no harm, and whoever opens an output sees the old file or the whole new one.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import BinaryIO, NamedTuple

from rich.console import Console
from rich.progress import Progress

from shared.files import atomic_writer


class Line(NamedTuple):
    """A line of a file: `head` is all of it, or its beginning if `size` says that there is more."""

    number: int
    """1 for the first line."""
    head: bytes
    """Without its line feed."""
    size: int
    """Bytes of the whole line, without its line feed."""


def bounded_lines(file: BinaryIO, limit: int) -> Iterator[Line]:
    r"""Yield the lines of `file`, of each one at most its first `limit` bytes.

    Only `\n` ends a line: U+2028 and others may stand inside a JSON string.
    """
    number = 0
    while chunk := file.readline(limit + 1):
        number += 1
        head, size = chunk.removesuffix(b"\n"), len(chunk)
        while not chunk.endswith(b"\n") and (chunk := file.readline(limit + 1)):
            size += len(chunk)
        yield Line(number, head[:limit], size - chunk.endswith(b"\n"))


@contextmanager
def open_with_progress(path: Path) -> Iterator[BinaryIO]:
    """Yield `path`, open for reading bytes; a terminal shows on standard error how far it is."""
    with path.open("rb") as file:
        if not sys.stderr.isatty():
            yield file
            return
        # Left to itself the bar would take what is printed meanwhile from stdout to stderr.
        console = Console(stderr=True)
        with Progress(console=console, redirect_stdout=False, redirect_stderr=False) as bar:
            yield bar.wrap_file(file, total=path.stat().st_size, description=path.name)


@contextmanager
def open_corpus(
    source: Path, target: Path, quarantine: Path
) -> Iterator[tuple[BinaryIO, BinaryIO, BinaryIO]]:
    """Yield `source` for reading bytes (with a progress bar), the other two for writing.

    Both outputs appear when the block ends, `target` last: if it is there, the run was complete.
    When the block fails neither changes. Raises FileNotFoundError if there is no source or no
    folder for an output, IsADirectoryError if a path is a folder, ValueError if two are the same
    file; then nothing is touched.
    """
    if not source.exists():
        raise FileNotFoundError(f"no corpus at {source}: give the path of an existing JSONL file")
    for path in (target, quarantine):
        if not path.parent.is_dir():
            raise FileNotFoundError(f"no folder {path.parent} for {path.name}: create it first")
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder: name a file to write to")
    for one, other in combinations((source, target, quarantine), 2):
        if one.resolve() == other.resolve() or (
            other.exists() and one.exists() and one.samefile(other)
        ):
            raise ValueError(
                f"{one} and {other} are the same file: source, target and quarantine must differ"
            )
    with (
        open_with_progress(source) as lines,
        atomic_writer(target) as good,
        atomic_writer(quarantine) as bad,
    ):
        yield lines, good, bad
        for file in (good, bad):  # a full disk must show before either takes its place
            file.flush()
            os.fsync(file.fileno())
