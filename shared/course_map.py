"""The map of the course: README.md's table, joined with lessons/curriculum.toml.

The table is the only list of what is planned; the curriculum is the only place that knows titles
and minutes. Where the two name different lessons, `read` refuses, so neither can drift; `planned`
does not care.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shared.curriculum import Lesson, lessons

TABLE = re.compile(r"^## The map\n(.*?)^## ", re.MULTILINE | re.DOTALL)
ROW = re.compile(
    r"^\| *(?:\*\*(?P<stage>[^*|]+)\*\*)? *"
    r"\| *(?:\*\*\[)?(?P<number>\d\d) (?P<id>\w+)(?:\]\((?P<link>[^)]+)\)\*\*)? *"
    r"\| *(?P<text>[^|]+?) *\|$",
    re.MULTILINE,
)


class MapError(ValueError):
    """README.md and the curriculum differ, or there is no map; the message says where."""


@dataclass(frozen=True)
class Entry:
    """A row of the map; `lesson` is None for what is planned, and `text` says then what it is."""

    stage: str
    number: int
    id: str
    text: str
    lesson: Lesson | None


@dataclass(frozen=True)
class CourseMap:
    """`title` and `intro` (Markdown) are the README's heading and first paragraph."""

    title: str
    intro: str
    entries: list[Entry]

    def stages(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.stage, []).append(entry)
        return found


def read(root: Path) -> CourseMap:
    """The map of the course at `root`. Raises MapError where README and curriculum differ."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    head = re.match(r"# (.+)\n\n((?:.+\n)+)", readme)
    table = TABLE.search(readme)
    if head is None or table is None:
        raise MapError(
            "README.md: the site needs its heading `# …`, a first paragraph, and a section "
            "`## The map` with another section after it"
        )
    existing = {lesson.number: lesson for lesson in lessons(root)}
    entries = []
    for entry, target in _entries(table[1], existing):
        entries.append(entry)
        lesson = entry.lesson
        if target and (lesson is None or target != link(lesson)):
            raise _differ(f"the map links {target}, and the curriculum has no such lesson")
        if lesson and (lesson.id, lesson.stage) != (entry.id, entry.stage):
            raise _differ(
                f"lesson {lesson.number:02d} is {entry.id} in the stage {entry.stage} of the map, "
                f"and {lesson.id} in {lesson.stage} of the curriculum"
            )
    shown = [entry.number for entry in entries if entry.lesson]
    for number, lesson in existing.items():
        if number not in shown:
            raise _differ(
                f"the curriculum has lesson {lesson.name}, which the map does not link: write "
                f"`**[{number:02d} {lesson.id}]({link(lesson)})**` there"
            )
    numbers = [entry.number for entry in entries]
    if numbers != sorted(set(numbers)):
        raise _differ(f"the numbers of the map must rise, and they are {numbers}")
    targets = re.findall(
        r"^\[[^\]]+\]: .+$", readme, re.MULTILINE
    )  # of links written `[text][name]`
    return CourseMap(head[1].strip(), "\n".join([head[2], *targets]), entries)


def planned(root: Path) -> list[Entry]:
    """What the map announces and links nowhere yet; nothing where there is no map."""
    try:
        table = TABLE.search((root / "README.md").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return []
    return [entry for entry, target in _entries(table[1], {}) if not target] if table else []


def _entries(table: str, existing: dict[int, Lesson]) -> Iterator[tuple[Entry, str | None]]:
    """The rows of the table, each with what it links."""
    stage = ""
    for row in ROW.finditer(table):
        stage, number = row["stage"] or stage, int(row["number"])
        lesson = existing.get(number) if row["link"] else None
        yield Entry(stage, number, row["id"], row["text"], lesson), row["link"]


def link(lesson: Lesson) -> str:
    return lesson.notebook.relative_to(lesson.root).as_posix()


def _differ(what: str) -> MapError:
    return MapError(f"README.md and lessons/curriculum.toml differ: {what}")
