"""The map of the course: README.md's table, joined with lessons/curriculum.toml.

The table is the only list of what is planned; the curriculum is the only place that knows titles
and minutes. Where the two name different lessons, `read` refuses, so neither can drift.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from shared.curriculum import Lesson, lessons
from shared.site.errors import SiteError

TABLE = re.compile(r"^## The map\n(.*?)^## ", re.MULTILINE | re.DOTALL)
ROW = re.compile(
    r"^\| *(?:\*\*(?P<stage>[^*|]+)\*\*)? *"
    r"\| *(?:\*\*\[)?(?P<number>\d\d) (?P<id>\w+)(?:\]\((?P<link>[^)]+)\)\*\*)? *"
    r"\| *(?P<text>[^|]+?) *\|$",
    re.MULTILINE,
)


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
    """The map of the course at `root`. Raises SiteError where README and curriculum differ."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    head = re.match(r"# (.+)\n\n((?:.+\n)+)", readme)
    table = TABLE.search(readme)
    if head is None or table is None:
        raise SiteError(
            "README.md: the site needs its heading `# …`, a first paragraph, and a section "
            "`## The map` with another section after it"
        )
    existing = {lesson.number: lesson for lesson in lessons(root)}
    entries, stage = [], ""
    for row in ROW.finditer(table[1]):
        stage = row["stage"] or stage
        lesson = existing.get(int(row["number"])) if row["link"] else None
        entries.append(Entry(stage, int(row["number"]), row["id"], row["text"], lesson))
        if row["link"] and (lesson is None or row["link"] != link(lesson)):
            raise _differ(f"the map links {row['link']}, and the curriculum has no such lesson")
        if lesson and (lesson.id, lesson.stage) != (row["id"], stage):
            raise _differ(
                f"lesson {lesson.number:02d} is {row['id']} in the stage {stage} of the map, and "
                f"{lesson.id} in {lesson.stage} of the curriculum"
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


def link(lesson: Lesson) -> str:
    return lesson.notebook.relative_to(lesson.root).as_posix()


def _differ(what: str) -> SiteError:
    return SiteError(f"README.md and lessons/curriculum.toml differ: {what}")
