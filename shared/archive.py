"""The file of `course export`: made from what there is to carry, and verified when it is read.

It is a zip archive with `manifest.json` (format, course, the SHA-256 of every other member),
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
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from shared import progress
from shared.files import why

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


def pack(archive: Archive) -> bytes:
    """The archive as the bytes of a zip file. Raises PortableError where there is nothing in it."""
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
    return held.getvalue()


def read(source: Path) -> Archive:
    """Verify an archive and return what it holds; nothing is written.

    Raises PortableError for whatever `export` does not write, and for what cannot be opened.
    """
    data = _bytes_of(source)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = _members(packed)
    except PortableError as error:
        raise PortableError(f"{source} is no file of `course export`: {error}") from None
    except DAMAGE as error:
        raise PortableError(f"{source} is damaged or no file of `course export`: {error}") from None
    _verify_manifest(source, members)
    try:
        stored = progress.parse(members.pop("progress.json"))
    except ValueError as error:
        raise PortableError(f"{source}: progress.json in it cannot be read: {error}") from None
    if odd := [name for name in stored if not LESSON_ID.fullmatch(name)]:
        raise PortableError(f"{source}: progress.json in it names {odd[0]!r}, which is no lesson")
    exercises = {MEMBER.fullmatch(name)[1]: data for name, data in members.items()}
    return Archive(stored, exercises)


def _bytes_of(source: Path) -> bytes:
    """What a file holds that may be an archive; raises PortableError where it cannot be one."""
    wanted = "name the file that `course export` wrote"
    try:
        if source.is_dir():
            raise PortableError(f"{source} is a folder: {wanted}")
        if not source.exists():
            raise PortableError(f"there is no file {source}: {wanted}")
        if not source.is_file():  # a pipe, a device: it might never end
            raise PortableError(f"{source} is no plain file: {wanted}")
        if source.stat().st_size > MOST_BYTES_OF_ALL:
            raise PortableError(f"{source} is larger than any file of `course export`")
        return source.read_bytes()
    except OSError as error:
        raise PortableError(
            f"{source} cannot be read ({why(error)}): make it readable, or {wanted}"
        ) from None


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
