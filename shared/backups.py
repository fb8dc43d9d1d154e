"""Copies of a learner's files, made before anything overwrites them.

They lie in `backups/<lesson id>/` beside the kept progress, named by the time (UTC) at which they
were made: `20260131T180502.123456Z-exercise.py`. Nothing here ever deletes one or writes over it.
"""

import contextlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock

from shared import progress
from shared.curriculum import Lesson
from shared.files import atomic_writer

TIME = "%Y%m%dT%H%M%S.%fZ"


def folder(lesson: Lesson) -> Path:
    """Where the copies of a lesson's files lie; it may not exist yet."""
    return progress.folder() / "backups" / lesson.id


def keep(path: Path, lesson: Lesson) -> Path:
    """Copy a file of a lesson to its backups, and return the copy, which is safely on the disk.

    Raises OSError where it cannot be kept: then whoever wanted to overwrite `path` must not.
    """
    data = path.read_bytes()
    place = folder(lesson)
    place.mkdir(parents=True, exist_ok=True)
    with FileLock(place.parent / "backups.lock", timeout=10):
        copy = place / f"{_next_time(lesson)}-{path.name}"
        with atomic_writer(copy) as file:
            file.write(data)
        _sync(place)
    return copy


def kept(lesson: Lesson, name: str | None = None) -> list[Path]:
    """The backups of a lesson's files, or of its file called `name`: the newest is the last."""
    copies = sorted(folder(lesson).glob("[0-9]*Z-*"))
    return [copy for copy in copies if name in (None, copy.name.partition("-")[2])]


def _next_time(lesson: Lesson) -> str:
    """The time, and always later than that of the newest backup, even if the clock was put back."""
    now = datetime.now(UTC)
    for copy in kept(lesson)[-1:]:
        newest = datetime.strptime(copy.name.partition("-")[0], TIME).replace(tzinfo=UTC)
        now = max(now, newest + timedelta(microseconds=1))
    return now.strftime(TIME)


def _sync(place: Path) -> None:
    """Write a folder's list of names to the disk: without it a power cut could lose the copy's."""
    with contextlib.suppress(OSError):  # some network mounts cannot
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
