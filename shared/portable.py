"""Progress and begun exercises as one file, for another machine: `course export`, `course import`.

What the file looks like, and that it is what it should be, is for `shared.archive`; here is what
goes into one, and what becomes of what comes out.
"""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from shared import backups, curriculum, progress, stubs
from shared.archive import Archive, PortableError, pack
from shared.curriculum import Lesson
from shared.files import why, write_bytes


@dataclass
class Imported:
    """What an import did, by lesson id; `copies` are the backups of what it wrote over."""

    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    copies: dict[str, Path] = field(default_factory=dict)
    aside: dict[str, Path] = field(default_factory=dict)
    """Exercises of lessons that this version does not have, and where they lie."""


def collect() -> Archive:
    """What there is to carry: all progress, and each exercise that has been begun.

    Raises PortableError where it cannot be read.
    """
    try:
        stored = progress.read()
    except OSError as error:
        place = progress.folder() / "progress.json"
        raise PortableError(f"{place} cannot be read ({why(error)}): make it readable") from None
    return Archive(stored, _begun())


def export(target: Path, *, force: bool = False) -> Archive:
    """Write the archive, whole or not at all, and return what is in it.

    Raises PortableError where `target` exists (unless `force`) or cannot be written, and where
    there is nothing to carry.
    """
    try:
        _refuse(target, force)
        archive = collect()
        write_bytes(target, pack(archive))
    except OSError as error:
        raise PortableError(
            f"{target} cannot be written ({why(error)}): name a file in a folder that you may "
            "write to, on a disk with room"
        ) from None
    return archive


def _refuse(target: Path, force: bool) -> None:
    """Raise PortableError where `target` can be no new file."""
    if target.is_dir():
        example = target / "progress.zip"
        raise PortableError(f"{target} is a folder: name a file, for example {example}")
    if target.exists() and not target.is_file():  # a device would be replaced
        raise PortableError(f"{target} is no plain file: name a new one")
    if target.exists() and not force:
        raise PortableError(f"{target} exists: another name, or --force to write over it")
    if not target.parent.is_dir():
        raise PortableError(
            f"{target} cannot be written: there is no folder {target.parent}. Make it first, or "
            "name a file in one that is there"
        )


def bring_in(archive: Archive, *, force: bool = False) -> Imported:
    """Write the exercises of a verified archive and merge its progress.

    Raises PortableError, with nothing changed, where an exercise was begun here too and is another
    one (unless `force`: then the one here goes to the backups first), and where backups or progress
    cannot be kept. Raises OSError, with a sentence, where an exercise cannot be written afterwards:
    to import again then does what is left.
    """
    known = {lesson.id: lesson for lesson in curriculum.lessons()}
    here = _begun()
    theirs = archive.exercises
    both = [name for name in here if name in theirs and here[name] != theirs[name]]
    if both and not force:
        raise PortableError(
            f"begun here too, and not the same: {', '.join(both)}. With --force those of the file "
            "take their place, and yours go to the backups first"
        )
    merged = {name for name in theirs if here.get(name) != theirs[name]}
    try:
        copies = {name: backups.keep(known[name].exercise, known[name]) for name in both}
        _keep_progress(archive.stored, known, replaced=merged)
    except OSError as error:
        raise PortableError(
            f"{progress.folder()} cannot hold progress and backups ({why(error)}): make it a "
            "folder that you may write to, or name another with COURSE_HOME=<folder>"
        ) from None
    done = Imported(copies=copies)
    for name, data in theirs.items():
        if here.get(name) == data:
            done.unchanged.append(name)
        elif name in known:
            _write(known[name].exercise, data)
            done.written.append(name)
        else:
            done.aside[name] = _write(_aside(name, data), data)
    return done


def _write(path: Path, data: bytes) -> Path:
    try:
        return write_bytes(path, data)
    except OSError as error:
        raise OSError(
            f"{path} cannot be written ({why(error)}): what stood there is as it was. Make it "
            "writable and import again, which does what is left"
        ) from None


def _begun() -> dict[str, bytes]:
    """The begun exercises, by lesson id. Raises PortableError where one cannot be read."""
    found = {}
    for lesson in curriculum.lessons():
        try:
            if stubs.is_begun(lesson.exercise):
                found[lesson.id] = lesson.exercise.read_bytes()
        except OSError as error:
            what = f"{lesson.exercise} cannot be read ({why(error)})"
            raise PortableError(f"{what}: make it readable") from None
    return found


def _aside(name: str, data: bytes) -> Path:
    """Where an unknown lesson's exercise is kept; by the digest in it none replaces another."""
    return progress.folder() / "aside" / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.py"


def _keep_progress(theirs: dict[str, dict], known: dict[str, Lesson], *, replaced: set) -> None:
    """Merge what another machine kept into what is kept here. Raises OSError if it cannot be."""

    def change(stored: dict) -> None:
        for name, entry in theirs.items():
            current = None  # what a verdict must have been given on, if we can tell
            if name in known and name not in replaced:
                current = progress.fingerprint(known[name])
            mine = stored.get(name, {})
            stored[name] = merge(mine, entry, take=name in replaced, current=current)

    progress.change(change)


def merge(mine: dict, theirs: dict, *, take: bool, current: str | None) -> dict:
    """What two machines kept of one lesson, as one: no task that has passed is forgotten.

    Verdicts on the same files are united, a PASS before anything else. Of verdicts on different
    files those count that were given on what lies here from now on: theirs if their exercise was
    taken (`take`), else those whose fingerprint is the `current` one.
    """
    made = {**theirs, **mine}
    made["tasks"] = sorted({*mine.get("tasks", []), *theirs.get("tasks", [])})
    hints = mine.get("hints", {}), theirs.get("hints", {})
    made["hints"] = {key: max(h.get(key, 0) for h in hints) for key in {**hints[0], **hints[1]}}
    marks = mine.get("fingerprint"), theirs.get("fingerprint")
    if marks[0] == marks[1]:
        made["verdicts"] = {**theirs.get("verdicts", {}), **mine.get("verdicts", {})}
        passed = [x for x, verdict in theirs.get("verdicts", {}).items() if verdict == "PASS"]
        made["verdicts"] |= dict.fromkeys(passed, "PASS")
    elif marks[1] is not None and (take or marks[0] is None or marks[1] == current):
        made |= {"fingerprint": marks[1], "verdicts": theirs.get("verdicts", {})}
    return made
