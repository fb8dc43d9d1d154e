"""What becomes of one file that a learner has changed, when the course has a new version of it.

Three versions decide: `base`, the course's file that the learner began with; `mine`; and `theirs`,
the new one. Each is the bytes of a file, or None where there is none.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nbformat import ValidationError

from shared import notebooks, stubs
from shared.definitions import UnreadableError, definitions

STUB = re.compile(rb'(raise NotImplementedError\("(\w+): lesson )\d+, task \d+("\))')


@dataclass(frozen=True)
class Decision:
    """`how` is `course` (nothing of the learner's in it), `kept`, `merged`, `beside`, `replaced`
    or `gone`; `content` is the file from now on, `beside` the text of `exercise.new.py`."""

    how: str
    content: bytes | None
    beside: bytes | None = None


def decide(
    name: str,
    base: bytes | None,
    mine: bytes | None,
    theirs: bytes | None,
    *,
    waiting: bool = False,
) -> Decision:
    """What becomes of the file called `name`: `exercise.py` or `lesson.ipynb`.

    `waiting`: an earlier stub still lies beside the exercise, so what the learner has in hand was
    not begun from `base`, and a merge would leave out a step.
    """
    if mine is None or mine in (base, theirs):
        return Decision("course", theirs)
    if theirs == base:
        return Decision("kept", mine)
    is_exercise = name == "exercise.py"
    if not (_is_begun(mine) if is_exercise else _differs(mine, base)):
        return Decision("course", theirs)
    if theirs is None:
        return Decision("gone", None)
    if not is_exercise:
        return Decision("replaced", theirs)
    merged = None if waiting else merge(base or b"", mine, theirs)
    if merged is None:
        return Decision("beside", mine, theirs)
    return Decision("merged", merged)


def merge(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """The learner's file with what changed from `base` to `theirs`, or None.

    None where both changed the same lines, or where the result is no Python.
    """
    if b"\r\n" in mine:
        base, theirs = (text.replace(b"\n", b"\r\n") for text in (base, theirs))
    base, mine = (_with_numbers_of(theirs, text, first=_first(base)) for text in (base, mine))
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("mine", "base", "theirs")]
        for file, text in zip(files, (mine, base, theirs), strict=True):
            file.write_bytes(text)
        command = ["git", "merge-file", "-p", "-q", *map(str, files)]
        done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 and _parses(done.stdout) else None


def _with_numbers_of(theirs: bytes, text: bytes, *, first: bytes) -> bytes:
    """`text`, in which the generated lines bear the lesson and task numbers of `theirs`.

    A lesson that was only renumbered differs in these lines, which are the very lines that a
    learner replaces: left alone, each would be a conflict.
    """
    lines = {match[2]: match[0] for match in STUB.finditer(theirs)}
    text = STUB.sub(lambda match: lines.get(match[2], match[0]), text)
    if _first(text) == first:
        text = _first(theirs) + text[len(first) :]
    return text


def _first(text: bytes) -> bytes:
    return text.partition(b"\n")[0]


def _parses(text: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about escapes and the like: no business of an update
        try:
            definitions(text)
        except UnreadableError:
            return False
    return True


def _is_begun(data: bytes) -> bool:
    with _file(data) as path:
        return not stubs.is_untouched(path)


def _differs(mine: bytes, base: bytes | None) -> bool:
    """Is there more to a notebook than a front end changes by itself when it saves?

    The stamp alone does not tell: an author's notebook that was run and kept has one too.
    """
    return base is None or _digest(mine) != _digest(base)


def _digest(notebook: bytes) -> str:
    with _file(notebook) as path:
        try:
            return notebooks.digest(notebooks.read(path))
        except (ValueError, ValidationError, AttributeError, KeyError, TypeError):
            return hashlib.sha256(notebook).hexdigest()  # damaged: every byte counts


@contextmanager
def _file(data: bytes) -> Iterator[Path]:
    """A temporary file that holds `data`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_bytes(data)
        yield path
