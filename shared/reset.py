"""Back to the stub: the whole exercise, or the functions of one task; and back from there.

Whatever is overwritten is kept first (see `backups`).
"""

import codecs
from pathlib import Path

from shared import backups, stubs
from shared.curriculum import Lesson
from shared.definitions import Definition, Task, UnreadableError, definitions, split_lines
from shared.files import atomic_writer


class ResetError(ValueError):
    """Nothing was changed; the message says why, and what can be done instead."""


def fresh(lesson: Lesson) -> bytes:
    """The exercise as it is handed out today. Raises StubError where it cannot be made."""
    return stubs.make_stub(lesson).encode()


def replace(lesson: Lesson, new: bytes) -> Path | None:
    """Put `new` in the place of the exercise; returns the backup of what stood there, if any."""
    kept = backups.keep(lesson.exercise, lesson) if lesson.exercise.exists() else None
    with atomic_writer(lesson.exercise) as file:
        file.write(new)
    return kept


def before(lesson: Lesson) -> bytes:
    """What the newest backup of the exercise holds that differs from it as it is now.

    So to restore twice is to be where one was. Raises ResetError where there is none.
    """
    now = lesson.exercise.read_bytes() if lesson.exercise.exists() else None
    copies = backups.kept(lesson, lesson.exercise.name)
    for copy in reversed(copies):
        if (then := copy.read_bytes()) != now:
            return then
    if copies:
        raise ResetError(f"every backup in {copies[-1].parent} is the same as {_name(lesson)} now")
    raise ResetError(f"there is no backup of {_name(lesson)}: `course reset` makes them")


def without_task(lesson: Lesson, task: Task) -> bytes:
    """The learner's exercise with the functions of one task as in the stub, and all else as it is.

    A function that is gone is put back at the end of what held it. Raises ResetError where the
    learner's file is no Python, or would be none afterwards.
    """
    whole = f"the whole file can be put back: course reset {lesson.id}"
    if not lesson.exercise.exists():
        raise ResetError(f"there is no {_name(lesson)}; {whole}")
    source, stub = lesson.exercise.read_bytes(), fresh(lesson)
    try:
        for name in task.functions:
            source = _with_function(source, stub, name)
        definitions(source)
        return _stub_if_it_is(source, stub)
    except UnreadableError as error:
        raise ResetError(
            f"{_name(lesson)}, {error}. So `{task.name}` alone cannot be put back. Mend that line, "
            f"or {whole} (a backup is made)"
        ) from None


def _stub_if_it_is(source: bytes, stub: bytes) -> bytes:
    """`source`, or the stub to the letter where nothing but blank lines sets them apart.

    An empty line that is left over would make the file count as begun for ever.
    """

    def written(data: bytes) -> list[bytes]:
        lines = split_lines(data.removeprefix(codecs.BOM_UTF8))
        return [line.rstrip() for line in lines if line.strip()]

    if written(source) != written(stub):
        return source
    return stub.replace(b"\n", _line_end(split_lines(source)))


def _with_function(source: bytes, stub: bytes, name: str) -> bytes:
    """`source` with the definitions called `name` as they stand in `stub`.

    Several of one name (a property and its setter) are paired from the end: the last counts.
    """
    lines, known = split_lines(source), definitions(source)
    new = [d for d in definitions(stub) if d.name == name]
    old = [d for d in known if d.name == name]
    if len(old) < len(new):
        return _with_added(lines, known, stub, name)
    pairs = zip(reversed(old), reversed(new), strict=False)
    for mine, theirs in pairs:  # from the end, so that the lines before it keep their numbers
        lines[mine.first - 1 : mine.last] = [_code(theirs, stub, lines)]
    return b"".join(lines)


def _with_added(lines: list[bytes], known: list[Definition], stub: bytes, name: str) -> bytes:
    """The file with what the stub calls `name` at the end of its class, or of the file."""
    parent = name.rpartition(".")[0]
    holder = next((d for d in reversed(known) if d.name == parent), None)
    if parent and holder is None:
        return _with_added(lines, known, stub, parent)
    at = holder.last if holder else len(lines)
    end = _line_end(lines)
    if at and not lines[at - 1].endswith((b"\r", b"\n")):
        lines[at - 1] += end
    gap = end if holder else end * 2
    added = [gap + _code(d, stub, lines) for d in definitions(stub) if d.name == name]
    return b"".join([*lines[:at], *added, *lines[at:]])


def _code(definition: Definition, stub: bytes, lines: list[bytes]) -> bytes:
    """A definition of the stub, with the line ends that the learner's `lines` have."""
    return definition.text(split_lines(stub)).replace(b"\n", _line_end(lines))


def _line_end(lines: list[bytes]) -> bytes:
    return b"\r\n" if lines and lines[0].endswith(b"\r\n") else b"\n"


def _name(lesson: Lesson) -> str:
    return lesson.exercise.relative_to(lesson.root).as_posix()
