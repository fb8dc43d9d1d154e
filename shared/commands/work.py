"""Commands of someone at work on an exercise: what helps, and what brings it back."""

import contextlib
from datetime import datetime
from typing import Annotated

import typer
from rich.syntax import Syntax
from rich.table import Table

from shared import definitions, progress, stubs
from shared.checking.client import WorkerError
from shared.checking.report import Report, Verdict, worst
from shared.checking.runner import SelectionError, select
from shared.checking.spec import load_checks
from shared.commands import FAILED, LessonName, app, fail, find, out
from shared.commands.learn import COLOURS, print_next
from shared.curriculum import Lesson

TaskName = Annotated[str | None, typer.Argument(metavar="TASK", help="Default: all of them.")]


@app.command()
def watch(
    lesson: LessonName,
    task: Annotated[str | None, typer.Option(help="Only this task.")] = None,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look at the file instead of waiting for events.")
    ] = False,
) -> None:
    """Check your exercise.py now and at each save. Ctrl-C ends it, with exit code 0."""
    from shared import watch as files

    found = find(lesson)
    with contextlib.suppress(KeyboardInterrupt):
        try:
            select(load_checks(found), [task] if task else [], [])
            for _ in files.saves(found.exercise, poll=poll):
                _show(found, progress.check_exercise(found, [task] if task else []))
        except (SelectionError, WorkerError, ValueError, OSError) as error:
            raise fail(str(error)) from None


def _show(lesson: Lesson, report: Report) -> None:
    """A screen that can be taken in at a glance: a line for each task, and what to do next."""
    if out.is_terminal:
        out.clear()
    table = Table("Task", "Verdict", "Points", box=None, pad_edge=False)
    for task, results in report.tasks().items():
        verdict = worst(results).verdict
        points = f"{sum(r.earned for r in results)}/{sum(r.points for r in results)}"
        table.add_row(task, f"[{COLOURS.get(verdict, 'red')}]{verdict}[/]", points)
    out.print(f"Lesson {lesson.number:02d}, {lesson.title}", style="bold", markup=False)
    out.print(table)
    print_next(lesson, report)
    out.print(
        f"\n{datetime.now():%H:%M:%S}. Checked again at each save; Ctrl-C ends.\n", style="dim"
    )


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


@app.command()
def solution(
    lesson: LessonName,
    task: TaskName = None,
    show: Annotated[bool, typer.Option("--show", help="Also before it has passed.")] = False,
) -> None:
    """Compare yours with the reference, once it has passed: what would have to change?"""
    from shared.differences import passages

    found = find(lesson)
    wanted = _tasks(found, task)
    passed = progress.tasks_passed(found)
    closed = [each for each in wanted if each.name not in passed]
    if closed and not show:
        raise fail(_not_yet(found, task, [each.name for each in closed]), code=FAILED)
    if found.exercise.exists():
        try:
            definitions.definitions(found.exercise.read_bytes())
        except definitions.UnreadableError as error:
            out.print(f"Yours cannot be compared: exercise.py, {error}\n", markup=False)
    for each in wanted:
        out.print(f"{each.name}\n", style="bold", markup=False)
        for passage in passages(found, each):
            out.print(passage.said, markup=False, soft_wrap=True)
            _print_code(passage.code, passage.language)


def _tasks(lesson: Lesson, task: str | None) -> list[definitions.Task]:
    """The task called `task`, or all."""
    try:
        known = definitions.tasks(lesson)
    except FileNotFoundError:
        raise fail(f"there is no reference solution of {lesson.id} here") from None
    except (OSError, ValueError) as error:
        raise fail(str(error), code=FAILED) from None
    if task is not None and task not in known:
        names = ", ".join(known)
        raise fail(f"{lesson.id} has no task `{task}`; its tasks are: {names}")
    return [known[task]] if task is not None else list(known.values())


def _not_yet(lesson: Lesson, task: str | None, closed: list[str]) -> str:
    """How to go on for someone who asks for the solution early."""
    named = ", ".join(f"`{name}`" for name in closed)
    have = "has" if len(closed) == 1 else "have"
    one = "" if task else f" One task alone: course solution {lesson.id} TASK."
    all_the_same = " ".join(["course solution", lesson.id, *([task] if task else []), "--show"])
    return (
        f"{named} {have} not passed yet. To check: course check {lesson.id}. A hint: course hint "
        f"{lesson.id} {closed[0]}.{one} To see the reference all the same: {all_the_same}"
    )


def _print_code(code: str, language: str) -> None:
    if not out.is_terminal:
        print(f"{code.rstrip()}\n" if code else "")
    elif code:
        out.print(Syntax(code.rstrip(), language, theme="ansi_dark", word_wrap=True), "")
    else:
        out.print()


@app.command()
def reset(
    lesson: LessonName,
    task: TaskName = None,
    restore: Annotated[
        bool, typer.Option("--restore", help="Bring back what the last reset replaced.")
    ] = False,
) -> None:
    """Put the exercise, or one task of it, back as handed out. Yours is kept."""
    from shared import reset as work

    found = find(lesson)
    if restore and task:
        raise fail(f"--restore brings back the whole file: course reset {found.id} --restore")
    try:
        if restore:
            new, said = work.before(found), "exercise.py is what it was before."
        elif task:
            new = work.without_task(found, _tasks(found, task)[0])
            said = f"`{task}` is as it was handed out; all else is as you wrote it."
        else:
            new, said = work.fresh(found), "exercise.py is as it was handed out."
        if found.exercise.exists() and found.exercise.read_bytes() == new:
            out.print(f"{said} There was nothing to do.", markup=False, soft_wrap=True)
            return
        kept = work.replace(found, new)
    except (OSError, work.ResetError, stubs.StubError) as error:
        raise fail(f"{error}. Nothing was changed.", code=FAILED) from None
    out.print(said, markup=False, soft_wrap=True)
    if kept:
        out.print(f"What stood there is kept: {kept}", markup=False, soft_wrap=True)
        out.print(f"To undo: course reset {found.id} --restore", markup=False, soft_wrap=True)
