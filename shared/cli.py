"""The `course` command: everything that can be done with the course from a terminal."""

import difflib
import importlib
import json
import os
import pkgutil
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from shared import advice, curriculum, progress, stubs
from shared.checking.client import WorkerError
from shared.checking.report import Report, Verdict
from shared.checking.runner import SelectionError, run_checks
from shared.checking.spec import load_checks
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
COLOURS = {Verdict.PASS: "green", Verdict.NOT_ATTEMPTED: "yellow"}

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
        raise fail(str(error), as_json=as_json) from None


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


@app.command("stubs")
def write_stubs(
    lesson: Annotated[str | None, typer.Argument(help="Default: every lesson.")] = None,
    check_only: Annotated[
        bool, typer.Option("--check", help="Write nothing, only compare.")
    ] = False,
) -> None:
    """Generate exercise.py from solution.py (for authors); never over a begun exercise."""
    strict = bool(os.environ.get("CI"))  # there, no file is a learner's
    wrong = 0
    for found in [find(lesson)] if lesson else curriculum.lessons():
        try:
            state = stubs.state(found) if check_only else stubs.write(found)
        except stubs.StubError as error:
            raise fail(str(error), code=FAILED) from None
        except OSError as error:
            raise fail(f"cannot write {found.exercise.name}: {error}", code=FAILED) from None
        if state == "begun":
            out.print(f"{found.name}: skipped, exercise.py has been begun")
            wrong += strict
        elif check_only and state != "current":
            out.print(f"{found.name}: exercise.py is {state}; `course stubs` writes it")
            wrong += 1
        else:
            out.print(f"{found.name}: {'current' if state == 'current' else 'written'}")
    raise typer.Exit(FAILED if wrong else 0)


@app.command()
def fetch() -> None:
    """Fetch the course's model, verify it and convert it, once."""
    from shared import assets

    try:
        out.print(f"The model is in {assets.fetch(progress=out.print)}")
    except assets.AssetError as error:
        raise fail(str(error), code=FAILED) from None


@app.command()
def lab(
    port: Annotated[int, typer.Option(help="0: the first free one from 8888 on.")] = 0,
    browser: Annotated[bool | None, typer.Option(help="Default: where there is a display.")] = None,
) -> None:
    """Open JupyterLab on the first lesson that is not finished."""
    every = curriculum.lessons()
    first = next((x for x in every if not progress.is_passed(x)), every[-1])
    from shared import lab as jupyter

    jupyter.launch(first, port=port, browser=browser)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def bench(context: typer.Context, name: Annotated[str | None, typer.Argument()] = None) -> None:
    """Run a benchmark; its last line is JSON. Without a name: which there are."""
    import shared.bench

    names = [module.name for module in pkgutil.iter_modules(shared.bench.__path__)]
    if name not in names:
        near = difflib.get_close_matches(name or "", names, n=1)
        said = f"there is no benchmark `{name}`" if name else "name a benchmark"
        guess = f"did you mean `{near[0]}`? " if near else ""
        raise fail(f"{said}: {guess}There are: {', '.join(names)}")
    raise typer.Exit(importlib.import_module(f"shared.bench.{name}").main(context.args))


notebooks_app = typer.Typer(no_args_is_help=True, help="Run and prove notebooks (authors, CI).")
app.add_typer(notebooks_app, name="notebooks")


@notebooks_app.command("run")
def run_notebook(lesson: LessonName) -> None:
    """Run a lesson's notebook with the reference solutions, and keep its outputs."""
    from shared.notebook_runs import NotebookError, execute

    found = find(lesson)
    try:
        execute(found.notebook)
    except NotebookError as error:
        raise fail(f"{found.name}: {error}. Nothing was written.", code=FAILED) from None
    out.print(f"{found.name}: run and kept")


@notebooks_app.command("test")
def prove_notebooks(
    lesson: Annotated[str | None, typer.Argument(help="Default: every lesson.")] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Second pass for unchanged ones too.")
    ] = False,
) -> None:
    """Prove that notebooks run and that their committed outputs are true (nbval, nbclient)."""
    from shared.notebook_runs import prove

    paths = [find(lesson).notebook] if lesson else None
    problems = prove(paths, changed_only=not every)
    for problem in problems:
        errors.print(problem, markup=False)
    raise typer.Exit(FAILED if problems else 0)


if __name__ == "__main__":
    sys.exit(app())
