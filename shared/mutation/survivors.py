"""Mutants that may pass, each with the reason: `tests/lessons/NN_id/survivors.toml`.

    [[survivor]]
    task = "deduplicate"
    line = "rows = rows_per_band(threshold) if threshold else 0"
    operator = "constant"
    change = "0→1"
    kind = "equivalent"
    reason = "Without a threshold `rows` is not used."

`line` is the text of the line, not its number, so that an entry holds when others are edited. The
kind is `equivalent`, where no input can tell the mutant from the solution, or `accepted`, where a
check that tells is not worth it.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shared.curriculum import Lesson
from shared.mutation.mutants import Mutant

FIELDS = {"task", "line", "operator", "change", "kind", "reason"}
KINDS = ("equivalent", "accepted")


@dataclass(frozen=True)
class Known:
    """A survivor that is explained."""

    task: str
    line: str
    operator: str
    change: str
    kind: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.task, self.line, self.operator, self.change


def path(lesson: Lesson) -> Path:
    return lesson.checks.with_name("survivors.toml")


def read(lesson: Lesson) -> dict[tuple, Known]:
    """The lesson's explained survivors by key; none where there is no file.

    Raises ValueError for an entry that lacks something, has a kind unknown, or stands twice.
    """
    file = path(lesson)
    if not file.exists():
        return {}
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", [])
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file.name} is no TOML: {error}") from None
    known: dict[tuple, Known] = {}
    for number, entry in enumerate(entries, 1):
        where = f"{file.name}, entry {number}"
        if wrong := FIELDS ^ set(entry):
            names = ", ".join(sorted(wrong))
            raise ValueError(f"{where}: {names}: an entry has {', '.join(sorted(FIELDS))}")
        if entry["kind"] not in KINDS:
            raise ValueError(f"{where}: kind {entry['kind']!r} must be one of {', '.join(KINDS)}")
        if not entry["reason"].strip():
            raise ValueError(f"{where}: the reason is empty: say why it may pass")
        if (found := Known(**entry)).key in known:
            raise ValueError(f"{where}: {found.line!r}, {found.change} stands there twice")
        known[found.key] = found
    return known


def stale(known: Iterable[Known], every: Iterable[Mutant]) -> list[Known]:
    """The entries that match no mutant of the solution as it is now."""
    keys = {mutant.key for mutant in every}
    return [entry for entry in known if entry.key not in keys]
