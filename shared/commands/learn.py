"""Commands of someone who learns: what is there, where am I, and is it right?"""

import json
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from shared import advice, curriculum, progress, standing
from shared.checking.client import WorkerError
from shared.checking.report import Report, Verdict
from shared.checking.runner import SelectionError, run_checks
from shared.commands import FAILED, Json, LessonName, app, fail, find, out
from shared.curriculum import Lesson

COLOURS = {Verdict.PASS: "green", Verdict.NOT_ATTEMPTED: "yellow"}


@app.command("list")
def list_lessons(as_json: Json = False) -> None:
    """The lessons, and which of them you have finished."""
    every = curriculum.lessons()
    done = {lesson.id: progress.is_passed(lesson) for lesson in every}
    if as_json:
        rows = [
            {
                "id": x.id,
                "number": x.number,
                "title": x.title,
                "minutes": x.minutes,
                "done": done[x.id],
            }
            for x in every
        ]
        print(json.dumps({"lessons": rows}))
        return
    table = Table("", "Lesson", "Title", "Minutes", box=None)
    for lesson in every:
        mark = "✓" if done[lesson.id] else " "
        table.add_row(mark, lesson.name, escape(lesson.title), str(lesson.minutes))
    out.print(table)


@app.command()
def status(as_json: Json = False) -> None:
    """Where you are: what has passed in each lesson, and what to do next."""
    from shared import assets
    from shared.assets import other_model

    try:
        every = [standing.standing(lesson) for lesson in curriculum.lessons()]
    except ValueError as error:
        raise fail(str(error), as_json=as_json, code=FAILED) from None
    following = standing.next_thing(every)
    if named := other_model.setting():
        missing = other_model.missing(named)
    elif missing := assets.damage(assets.default_path(), thorough=False):
        missing = f"{missing}: course fetch"
    if as_json:
        model = {"name": named or assets.NAME, "there": missing is None}
        rows = [each.as_dict() for each in every]
        print(json.dumps({"lessons": rows, "model": model, "next": following}))
        return
    table = Table("", "Lesson", "Tasks", "Points", "exercise.py", "Notebook", box=None)
    for each in every:
        table.add_row(
            "✓" if each.done else " ",
            each.lesson.name,
            f"{len(each.passed)} of {len(each.passed + each.open)}",
            f"{'?' if each.earned is None else each.earned}/{each.points}",
            each.exercise,
            "begun" if each.notebook_begun else "untouched",
        )
    out.print(table)
    if any(each.earned is None for each in every):
        out.print("\n?: changed since its last check")
    model = f"no. {missing}" if missing else named or assets.NAME
    out.print(f"\nModel: {model}", markup=False, soft_wrap=True)
    out.print(f"Next: {following}", markup=False, soft_wrap=True)


@app.command()
def read(
    lesson: LessonName,
    task: Annotated[str | None, typer.Option(help="Only the section about this task.")] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the answers to the lesson's questions.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Markdown, as it is when piped.")] = False,
) -> None:
    """Read a lesson's notebook in the terminal, with its outputs."""
    from rich.markdown import Markdown

    from shared import reading

    found = find(lesson)
    try:
        text = reading.markdown(found.notebook, task=task, answers=answers)
    except (OSError, ValueError, reading.NoSectionError) as error:
        raise fail(str(error)) from None
    if plain or not out.is_terminal:
        print(text, end="")
        return
    os.environ.setdefault("LESS", "-FRX")  # colours; and what fits the screen needs no pager
    with out.pager(styles=True):
        out.print(Markdown(text, hyperlinks=False, code_theme="ansi_dark"))


@app.command()
def check(
    lesson: LessonName,
    task: Annotated[str | None, typer.Option(help="Only this task.")] = None,
    source: Annotated[str, typer.Option(help="exercise, solution, or a file.")] = "exercise",
    seed: Annotated[int, typer.Option(min=0, help="Draws other random inputs.")] = 0,
    as_json: Json = False,
) -> None:
    """Check your exercise.py. The exit code is 0 only if every check passed."""
    found = find(lesson, as_json=as_json)
    tasks = [task] if task else []
    try:
        if source == "exercise":
            report = progress.check_exercise(found, tasks, seed=seed)
        else:
            path = found.solution if source == "solution" else _file(source, as_json)
            report = run_checks(found, path, tasks=tasks, seed=seed)
    except (SelectionError, WorkerError, ValueError) as error:
        raise fail(str(error), as_json=as_json) from None
    if as_json:
        print(json.dumps(report.as_dict()))
    else:
        print_report(found, report)
    raise typer.Exit(0 if report.passed else FAILED)


def _file(source: str, as_json: bool) -> Path:
    """The file that --source names."""
    path = Path(os.path.realpath(source))
    if os.path.isdir(path):  # unlike Path's, these answer for any name, however odd
        message = f"{source} is a folder, and a file is checked: name the .py file in it"
        raise fail(message, as_json=as_json)
    if not os.path.isfile(path):
        message = f"there is no file {source}: name one, or `exercise` or `solution`"
        raise fail(message, as_json=as_json)
    return path


def print_report(lesson: Lesson, report: Report) -> None:
    """A line for each check, and what to do next."""
    table = Table("Task", "Check", "Verdict", "Points", box=None, pad_edge=False)
    for task, results in report.tasks().items():
        for at, result in enumerate(results):
            colour = COLOURS.get(result.verdict, "red")
            points = f"{result.earned}/{result.points}"
            table.add_row(
                "" if at else task, escape(result.title), f"[{colour}]{result.verdict}[/]", points
            )
    title = f"Lesson {lesson.number:02d}, {lesson.title}"
    out.print(title, style="bold", markup=False)
    out.print(f"{report.source}\n", markup=False, soft_wrap=True)
    out.print(table)
    out.print(f"\n{report.earned} of {report.points} points")
    print_next(lesson, report)


def print_next(lesson: Lesson, report: Report) -> None:
    """What is wrong with the first open check, and where to go on."""
    first = report.first_open()
    if first and first.verdict is not Verdict.NOT_ATTEMPTED:
        out.print(f"\n[bold]{first.check}[/]: {escape(first.title)}")
        out.print(advice.details(first), markup=False, soft_wrap=True)
    out.print(f"\n{advice.next_step(lesson, report)}", markup=False, soft_wrap=True)
