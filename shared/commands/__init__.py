"""What all commands of `course` share: the application, its two consoles, and how they fail."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shared import ROOT, course_map, curriculum
from shared.curriculum import Lesson, UnknownLessonError

app = typer.Typer(
    name="course",
    help="AI Engineering from Scratch: check your work, get hints, open the notebooks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)

USAGE, FAILED = 2, 1
PANEL = "For authors and CI"
"""Where `--help` lists what is not for learners."""

LessonName = Annotated[str, typer.Argument(metavar="LESSON", help="An id, number or folder name.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]


def fail(message: str, *, as_json: bool = False, code: int = USAGE) -> typer.Exit:
    """Say what is wrong, and how to go on; `raise fail(…)` ends the command."""
    if as_json:
        print(json.dumps({"error": message}))
    else:
        errors.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(code)


def find(name: str, *, as_json: bool = False) -> Lesson:
    try:
        return curriculum.find(name)
    except UnknownLessonError as error:
        raise fail(_planned(name) or str(error), as_json=as_json) from None


def _planned(name: str) -> str | None:
    """What to say of a lesson that the README's map announces; None if it does not."""
    wanted = Path(name.strip()).name.casefold()
    for entry in course_map.planned(ROOT):
        label = f"{entry.number:02d}_{entry.id}"
        if wanted in (entry.id, label) or (wanted.isdecimal() and int(wanted) == entry.number):
            there = ", ".join(lesson.name for lesson in curriculum.lessons())
            return f"lesson {label} is planned and not there yet. There are: {there}"
    return None
