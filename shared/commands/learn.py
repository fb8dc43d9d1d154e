"""Commands of someone who learns: what is there, is it right, and what helps."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from shared import advice, curriculum, progress
from shared.checking.client import WorkerError
from shared.checking.report import Report, Verdict
from shared.checking.runner import SelectionError, run_checks
from shared.checking.spec import load_checks
from shared.commands import FAILED, Json, LessonName, app, errors, fail, find, out
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
            path = found.solution if source == "solution" else Path(source).resolve()
            if not path.is_file():
                raise fail(f"there is no file {source}: name one", as_json=as_json)
            report = run_checks(found, path, tasks=tasks, seed=seed)
    except (SelectionError, WorkerError, ValueError) as error:
        raise fail(str(error), as_json=as_json) from None
    if as_json:
        print(json.dumps(report.as_dict()))
    else:
        _print_report(found, report)
    raise typer.Exit(0 if report.passed else FAILED)


def _print_report(lesson: Lesson, report: Report) -> None:
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
    first = report.first_open()
    if first and first.verdict is not Verdict.NOT_ATTEMPTED:
        out.print(f"\n[bold]{first.check}[/]: {escape(first.title)}")
        out.print(advice.details(first), markup=False, soft_wrap=True)
    out.print(f"\n{advice.next_step(lesson, report)}", markup=False, soft_wrap=True)


@app.command()
def hint(
    lesson: LessonName,
    task: Annotated[str | None, typer.Argument(help="Default: the first not yet passed.")] = None,
) -> None:
    """A hint for a task; each call goes one tier further."""
    from shared.notebook import next_hint

    found = find(lesson)
    spec = load_checks(found)
    known = progress.verdicts(found)
    undone = [c.task for c in spec.checks if known.get(c.name) != Verdict.PASS]
    if task is None and not undone:
        out.print(f"Every task of {found.id} passes: name one to see its hints.")
        return
    try:
        out.print(next_hint(found, task or undone[0]), markup=False, soft_wrap=True)
    except LookupError as error:
        raise fail(error.args[0]) from None
