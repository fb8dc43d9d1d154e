"""`course new`: a lesson that is small, complete and green, for its author to fill."""

import json
import re
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from string import Template

from shared import ROOT, curriculum, notebooks, stubs
from shared.curriculum import Lesson
from shared.files import write_text
from shared.scaffold_texts import CELLS, CHECKS, ENTRY, MISTAKES, SOLUTION

ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
HEADER = re.compile(r"^\[\[lesson\]\]", re.MULTILINE)


class ScaffoldError(ValueError):
    """Why no lesson was made, with the rule and the way out; nothing was written."""


def create(
    lesson_id: str,
    number: int,
    title: str,
    *,
    stage: str | None = None,
    needs: Sequence[str] = (),
    minutes: int = 60,
    summary: str = "To be written.",
    root: Path = ROOT,
) -> Lesson:
    """Write all files of a new lesson, its entry in curriculum.toml last, and return it.

    Without a `stage` it is that of the lesson before. Raises ScaffoldError where the arguments
    break a rule of the course or something lies there already.
    """
    every = curriculum.lessons(root)
    _refuse_names(lesson_id, number, every)
    _refuse_texts(title=title, stage=stage or "", summary=summary)
    _refuse_needs(needs, number, every)
    if not 1 <= minutes <= 600:
        raise ScaffoldError(f"{minutes} minutes: a lesson takes 1 to 600")
    if not stage:
        before = [lesson.stage for lesson in every if lesson.number < number]
        if not before:
            raise ScaffoldError("no lesson comes before it: name its stage, --stage NAME")
        stage = before[-1]
    lesson = Lesson(lesson_id, number, stage, title, minutes, tuple(needs), summary, root)
    folders = [lesson.folder, lesson.solution.parent, lesson.checks.parent]
    if there := [folder for folder in folders if folder.exists()]:
        raise ScaffoldError(f"{there[0].relative_to(root)} is there already: remove it, or rename")
    try:
        _write(lesson)
        write_text(root / "lessons" / "curriculum.toml", _with_entry(lesson))
    except BaseException:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return lesson


def _refuse_names(lesson_id: str, number: int, every: list[Lesson]) -> None:
    if not ID.fullmatch(lesson_id):
        raise ScaffoldError(
            f"{lesson_id!r} is no id: a small letter, then at most 31 small letters, digits and _, "
            "as in kv_cache. (The number is not part of it.)"
        )
    if not 1 <= number <= 99:
        raise ScaffoldError(f"{number} is no number for a lesson: 1 to 99")
    for other in every:
        if other.id == lesson_id:
            raise ScaffoldError(f"the id {lesson_id} is lesson {other.number:02d}'s: take another")
        if other.number == number:
            taken = {lesson.number for lesson in every}
            free = next((n for n in range(number, 100) if n not in taken), None)
            way_out = f"the next free one is {free}" if free else "none above it is free"
            raise ScaffoldError(f"the number {number} is {other.id}'s: {way_out}")


def _refuse_texts(**texts: str) -> None:
    for name, text in texts.items():
        if not text.strip() and name != "stage":
            raise ScaffoldError(f"the {name} is empty: a few words")
        if not text.isprintable():
            raise ScaffoldError(f"the {name} {text!r}: one line of characters that can be printed")


def _refuse_needs(needs: Sequence[str], number: int, every: list[Lesson]) -> None:
    numbers = {lesson.id: lesson.number for lesson in every}
    for need in needs:
        if need not in numbers:
            known = ", ".join(numbers) or "none yet"
            raise ScaffoldError(f"it cannot need {need!r}: the lessons are {known}")
        if numbers[need] >= number:
            raise ScaffoldError(
                f"it cannot need {need}: that is lesson {numbers[need]:02d}, and a lesson stands "
                "on earlier ones only"
            )


def _write(lesson: Lesson) -> None:
    fields = {
        "id": lesson.id,
        "number2": f"{lesson.number:02d}",
        "title": lesson.title,
        "minutes": str(lesson.minutes),
    }
    write_text(lesson.solution, Template(SOLUTION).substitute(fields))
    write_text(lesson.checks, Template(CHECKS).substitute(fields))
    for name, text in MISTAKES.items():
        write_text(lesson.checks.parent / "mistakes" / name, text)
    stubs.write(lesson)
    _write_notebook(lesson, fields)


def _write_notebook(lesson: Lesson, fields: dict[str, str]) -> None:
    from nbformat import v4

    cells = []
    for kind, text, tags in CELLS:
        make = v4.new_code_cell if kind == "code" else v4.new_markdown_cell
        metadata = {"tags": tags} if tags else {}
        cells.append(make(Template(text).substitute(fields), metadata=metadata))
    notebooks.write(lesson.notebook, notebooks.stamp(v4.new_notebook(cells=cells)))


def _with_entry(lesson: Lesson) -> str:
    """curriculum.toml with the lesson's entry in its place; every other character stays.

    Comments right above an entry belong to it, so the new one comes before them.
    """
    text = (lesson.root / "lessons" / "curriculum.toml").read_text(encoding="utf-8")
    entry = Template(ENTRY).substitute(
        id_text=_quoted(lesson.id),
        number=lesson.number,
        stage_text=_quoted(lesson.stage),
        title_text=_quoted(lesson.title),
        minutes=lesson.minutes,
        needs_text=f"[{', '.join(map(_quoted, lesson.needs))}]",
        summary_text=_quoted(lesson.summary),
    )
    old = tomllib.loads(text).get("lesson", [])
    later = sum(other["number"] < lesson.number for other in old)
    starts = [match.start() for match in HEADER.finditer(text)]
    if later < len(old) == len(starts):
        place = _above_comments(text, starts[later])
        made = f"{text[:place]}{entry}\n{text[place:]}"
    else:
        made = f"{text.rstrip()}\n\n{entry}".lstrip()
    ids = [other["id"] for other in tomllib.loads(made)["lesson"]]
    if ids != [*(other["id"] for other in old[:later]), lesson.id, *(o["id"] for o in old[later:])]:
        raise ScaffoldError(
            "curriculum.toml is not written as expected, each entry under a line [[lesson]]: add "
            f"this one by hand:\n{entry}"
        )
    return made


def _above_comments(text: str, start: int) -> int:
    lines = text[:start].splitlines(keepends=True)
    while lines and lines[-1].startswith("#"):
        lines.pop()
    return sum(map(len, lines))


def _quoted(text: str) -> str:
    """A TOML string: what JSON writes for printable text is one."""
    return json.dumps(text, ensure_ascii=False)
