"""The command that changes a solution on purpose, and lists what the checks let pass."""

import json
import os
from contextlib import nullcontext
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from shared.commands import FAILED, PANEL, Json, LessonName, app, errors, fail, find, out
from shared.curriculum import Lesson
from shared.mutation.mutants import Mutant
from shared.mutation.report import Report
from shared.mutation.running import Outcome

INTERRUPTED = 130


@app.command(rich_help_panel=PANEL)
def mutate(
    lesson: LessonName,
    task: Annotated[str | None, typer.Option(help="Only mutants of this task.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, evenly by task.")] = 100,
    every: Annotated[bool, typer.Option("--all", help="All there are.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Default: one a core.")] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(min=0, help="Draws others, and other inputs.")] = 0,
    keep: Annotated[bool, typer.Option("--save", help="Keep the figures.")] = False,
    as_json: Json = False,
) -> None:
    """Change the solution in small ways: which of them do the checks let pass?

    The exit code is 0 if at least 95 of 100 are rejected, or explained in survivors.toml.
    """
    from shared import stubs
    from shared.checking.client import WorkerError
    from shared.mutation import report, survivors
    from shared.mutation.mutants import draw, mutants
    from shared.mutation.running import SolutionError

    found = find(lesson, as_json=as_json)
    source = found.solution.read_text(encoding="utf-8")
    tasks = stubs.tasks(source)
    if task and task not in tasks:
        message = f"there is no task `{task}` in this lesson; it has: {', '.join(tasks)}"
        raise fail(message, as_json=as_json)
    possible = mutants(source, task)
    drawn = possible if every else draw(possible, limit, seed)
    outcomes: list[Outcome] = []
    try:
        survivors.read(found)  # a bad file must show before the long part
        interrupted = _run(found, drawn, outcomes, jobs, seed)
        summary = report.summed_up(
            found, outcomes, seed=seed, possible=len(possible), drawn=len(drawn)
        )
    except (SolutionError, WorkerError, ValueError) as error:
        raise fail(str(error), as_json=as_json) from None
    if as_json:
        print(json.dumps(summary.as_dict()))
    else:
        _print(found, summary)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if keep:
        from shared.measure import KEPT, save

        figures = summary.as_dict()
        del figures["survivors"], figures["outdated"]  # survivors.toml has them
        save(f"mutation_{found.id}", figures, KEPT)
    raise typer.Exit(0 if summary.passed else FAILED)


def _run(
    lesson: Lesson, drawn: list[Mutant], outcomes: list[Outcome], jobs: int, seed: int
) -> bool:
    """Fill `outcomes`; was it interrupted?"""
    from shared.mutation.running import run

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=errors, transient=True)
    running = run(lesson, drawn, jobs=jobs, seed=seed)
    try:
        with bar if errors.is_terminal else nullcontext():
            shown = bar.add_task("mutants", total=len(drawn))
            for outcome in running:
                outcomes.append(outcome)
                bar.advance(shown)
    except KeyboardInterrupt:
        return True
    finally:
        running.close()  # ends its workers
    return False


def _print(lesson: Lesson, report: Report) -> None:
    path = lesson.solution.relative_to(lesson.root).as_posix()
    for survivor in report.survived:
        mutant, known = survivor.mutant, survivor.known
        said = f"{known.kind}: {known.reason}" if known else "unexplained"
        out.print(f"{path}:{mutant.line}: {mutant.operator}", markup=False, soft_wrap=True)
        out.print(f"    {mutant.change}", markup=False, soft_wrap=True)
        out.print(f"    {said}\n", markup=False, soft_wrap=True)
    for entry in report.outdated:
        out.print(f"survivors.toml: {entry.line}: {entry.change}", markup=False, soft_wrap=True)
        out.print("    is rejected now: take the entry out\n", markup=False)
    if not report.complete:
        done = report.ran + len(report.stillborn)
        out.print(f"Interrupted after {done} of {report.drawn} mutants.\n")
    kinds = ", ".join(f"{count} {verdict}" for verdict, count in report.verdicts().items())
    out.print(f"{report.ran} mutants of {report.possible} possible, seed {report.seed}")
    out.print(f"{len(report.rejected):5} rejected ({kinds})")
    out.print(f"{report.count('equivalent'):5} equivalent, with a reason")
    out.print(f"{report.count('accepted'):5} accepted, with a reason")
    out.print(f"{report.count(None):5} unexplained")
    if report.stillborn:
        out.print(f"{len(report.stillborn):5} more did not import, and are not counted")
    out.print(f"Rejected: {report.plain_share:.1%}; of those not equivalent {report.share:.1%}")
