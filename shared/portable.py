"""Progress and begun exercises as one file, for another machine: `course export`, `course import`.

The file is a zip archive with `manifest.json` (format, course, the SHA-256 of every other member),
`progress.json`, and `exercises/<lesson id>.py` for each begun exercise: ids, so that a course whose
lessons have other numbers can read it.

An archive may come from anywhere. Nothing in it names a path to write to, and all of it is read
and verified before the first byte is written.
"""

import hashlib
import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from shared import backups, curriculum, progress, stubs
from shared.curriculum import Lesson
from shared.files import atomic_writer, write_bytes

FORMAT = 1
COURSE = "ai-engineering-from-scratch"
LESSON_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
MEMBER = re.compile(rf"exercises/({LESSON_ID.pattern})\.py")
MOST_MEMBERS = 500
MOST_BYTES = {"manifest.json": 1 << 20, "progress.json": 8 << 20}
MOST_BYTES_OF_AN_EXERCISE = 2 << 20
MOST_BYTES_OF_ALL = 64 << 20
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError)
DAMAGE += (OverflowError, NotImplementedError, RuntimeError)
"""What `zipfile` raises for archives that are none, encrypted, or broken somewhere."""


class PortableError(ValueError):
    """Why nothing was written, and the way out."""


@dataclass(frozen=True)
class Archive:
    """What a file holds: `exercises` and `stored` (what progress keeps) by lesson id."""

    stored: dict[str, dict]
    exercises: dict[str, bytes]


@dataclass
class Imported:
    """What an import did, by lesson id; `copies` are the backups of what it wrote over."""

    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    copies: dict[str, Path] = field(default_factory=dict)
    aside: dict[str, Path] = field(default_factory=dict)
    """Exercises of lessons that this version does not have, and where they lie."""


def collect() -> Archive:
    """What there is to carry: all progress, and each exercise that has been begun."""
    begun = {lesson.id: lesson.exercise.read_bytes() for lesson in _begun()}
    return Archive(progress._read(), begun)


def export(target: Path, *, force: bool = False) -> Archive:
    """Write the archive, whole or not at all, and return what is in it.

    Raises PortableError where `target` exists (unless `force`) or there is nothing to carry, and
    OSError where it cannot be written.
    """
    if target.is_dir():
        raise PortableError(f"{target} is a folder: name a file, for example progress.zip")
    if target.exists() and not force:
        raise PortableError(f"{target} exists: another name, or --force to write over it")
    archive = collect()
    if not archive.stored and not archive.exercises:
        raise PortableError("there is nothing to export yet: no exercise is begun")
    members = {f"exercises/{name}.py": data for name, data in archive.exercises.items()}
    members["progress.json"] = json.dumps(archive.stored, indent=1).encode()
    files = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    manifest = {"format": FORMAT, "course": COURSE, "files": files}
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps(manifest, indent=1))
        for name, data in sorted(members.items()):
            packed.writestr(name, data)
    with atomic_writer(target) as file:
        file.write(held.getvalue())
    return archive


def read(source: Path) -> Archive:
    """Verify an archive and return what it holds; nothing is written.

    Raises PortableError for whatever `export` does not write, and OSError where the file cannot be
    opened.
    """
    if source.stat().st_size > MOST_BYTES_OF_ALL:
        raise PortableError(f"{source} is larger than any file of `course export`")
    data = source.read_bytes()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = _members(packed)
    except PortableError as error:
        raise PortableError(f"{source} is no file of `course export`: {error}") from None
    except DAMAGE as error:
        raise PortableError(f"{source} is damaged or no file of `course export`: {error}") from None
    _verify_manifest(source, members)
    try:
        stored = progress._parse(members.pop("progress.json"))
    except ValueError as error:
        raise PortableError(f"{source}: progress.json in it cannot be read: {error}") from None
    if odd := [name for name in stored if not LESSON_ID.fullmatch(name)]:
        raise PortableError(f"{source}: progress.json in it names {odd[0]!r}, which is no lesson")
    exercises = {MEMBER.fullmatch(name)[1]: data for name, data in members.items()}
    return Archive(stored, exercises)


def _members(packed: zipfile.ZipFile) -> dict[str, bytes]:
    """Every member, within bounds. Sizes are counted, for what the archive says may be a lie."""
    entries = packed.infolist()
    if len(entries) > MOST_MEMBERS:
        raise PortableError(f"it has {len(entries)} members, and {MOST_MEMBERS} is the most")
    found: dict[str, bytes] = {}
    for entry in entries:
        name = entry.filename
        if name not in MOST_BYTES and not MEMBER.fullmatch(name):
            raise PortableError(f"it has a member {name!r}, which does not belong there")
        if name in found:
            raise PortableError(f"it has two members {name!r}")
        if entry.compress_type not in PLAIN:
            raise PortableError(f"its member {name!r} is packed in an unknown way")
        most = MOST_BYTES.get(name, MOST_BYTES_OF_AN_EXERCISE)
        with packed.open(entry) as file:
            found[name] = file.read(most + 1)
        if len(found[name]) > most:
            raise PortableError(f"its member {name!r} is larger than {most} bytes")
    if lacking := [name for name in MOST_BYTES if name not in found]:
        raise PortableError(f"it has no {lacking[0]}")
    return found


def _verify_manifest(source: Path, members: dict[str, bytes]) -> None:
    """Take the manifest out of the members and hold them against it. Raises PortableError."""
    try:
        manifest = json.loads(members.pop("manifest.json"))
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("course") != COURSE:
        raise PortableError(f"{source} is no file of `course export`: its manifest is another's")
    number = manifest.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise PortableError(
            f"{source} was made by a newer version of the course (its format is {number}, this "
            f"version reads {FORMAT}): `course update`, then import again"
        )
    if number != FORMAT:
        raise PortableError(f"{source}: its format is {number!r}, and {FORMAT} is the only one")
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    if manifest.get("files") != digests:
        raise PortableError(f"{source} is damaged: its members are not those of its manifest")


def bring_in(archive: Archive, *, force: bool = False) -> Imported:
    """Write the exercises of a verified archive and merge its progress.

    Raises PortableError where an exercise was begun here too and is another one (unless `force`:
    then the one here goes to the backups first), and OSError where something cannot be written.
    """
    known = {lesson.id: lesson for lesson in curriculum.lessons()}
    here = {lesson.id: lesson.exercise.read_bytes() for lesson in _begun()}
    theirs = archive.exercises
    both = [name for name in here if name in theirs and here[name] != theirs[name]]
    if both and not force:
        raise PortableError(
            f"begun here too, and not the same: {', '.join(both)}. With --force those of the file "
            "take their place, and yours go to the backups first"
        )
    done = Imported(copies={name: backups.keep(known[name].exercise, known[name]) for name in both})
    merged = {name for name in theirs if here.get(name) != theirs[name]}
    _keep_progress(archive.stored, known, replaced=merged)
    for name, data in theirs.items():
        if name not in known:
            done.aside[name] = _set_aside(name, data)
        elif here.get(name) == data:
            done.unchanged.append(name)
        else:
            write_bytes(known[name].exercise, data)
            done.written.append(name)
    return done


def _begun() -> list[Lesson]:
    return [lesson for lesson in curriculum.lessons() if stubs.is_begun(lesson.exercise)]


def _set_aside(name: str, data: bytes) -> Path:
    """Keep an exercise of an unknown lesson; its name has a digest, so none replaces another."""
    place = progress.folder() / "aside" / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.py"
    return write_bytes(place, data)


def _keep_progress(theirs: dict[str, dict], known: dict[str, Lesson], *, replaced: set) -> None:
    """Merge what another machine kept into what is kept here. Raises OSError if it cannot be."""

    def change(stored: dict) -> None:
        for name, entry in theirs.items():
            current = None  # what a verdict must have been given on, if we can tell
            if name in known and name not in replaced:
                current = progress.fingerprint(known[name])
            mine = stored.get(name, {})
            stored[name] = merge(mine, entry, take=name in replaced, current=current)

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)  # else it would only be kept in memory
        try:
            progress._update(change)
        except UserWarning as warning:
            raise OSError(str(warning)) from None


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
