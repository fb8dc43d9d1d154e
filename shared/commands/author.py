"""Commands of those who write lessons, and of CI."""

import difflib
import importlib
import os
import pkgutil
from typing import Annotated

import typer

from shared import curriculum, stubs
from shared.commands import FAILED, PANEL, LessonName, app, errors, fail, find, out


@app.command(rich_help_panel=PANEL)
def new(
    lesson_id: Annotated[str, typer.Argument(metavar="LESSON_ID", help="As in kv_cache.")],
    number: Annotated[int, typer.Option(help="Its place in the course.")],
    title: Annotated[str, typer.Option(help="As in the list of lessons.")],
    stage: Annotated[str | None, typer.Option(help="Default: that of the one before.")] = None,
    needs: Annotated[str, typer.Option(help="Ids of earlier lessons, with commas.")] = "",
    minutes: Annotated[int, typer.Option(help="How long it takes.")] = 60,
    summary: Annotated[str, typer.Option(help="One sentence.")] = "To be written.",
) -> None:
    """Begin a lesson: files with one small task, which pass every proof as they are."""
    from shared import scaffold

    try:
        made = scaffold.create(
            lesson_id,
            number,
            title,
            stage=stage,
            needs=[name.strip() for name in needs.split(",") if name.strip()],
            minutes=minutes,
            summary=summary,
        )
    except (scaffold.ScaffoldError, stubs.StubError) as error:
        raise fail(str(error)) from None
    except OSError as error:
        raise fail(f"cannot write the lesson: {error}", code=FAILED) from None
    for path in (made.solution, made.checks, made.exercise, made.notebook):
        out.print(path.relative_to(made.root).as_posix(), markup=False, soft_wrap=True)
    following = f"course notebooks run {made.id}, then make test. Then replace the task by yours."
    out.print(f"Next: {following}", markup=False, soft_wrap=True)


@app.command("stubs", rich_help_panel=PANEL)
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


@app.command(
    rich_help_panel=PANEL,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def bench(context: typer.Context, name: Annotated[str | None, typer.Argument()] = None) -> None:
    """Run a benchmark; its last line is JSON. Without a name: which there are."""
    import shared.bench

    names = [module.name for module in pkgutil.iter_modules(shared.bench.__path__)]
    if name not in names:
        near = difflib.get_close_matches(name or "", names, n=1)
        said = f"there is no benchmark `{name}`" if name else "name a benchmark"
        guess = f": did you mean `{near[0]}`?" if near else "."
        raise fail(f"{said}{guess} There are {', '.join(names)}")
    raise typer.Exit(importlib.import_module(f"shared.bench.{name}").main(context.args))


notebooks_app = typer.Typer(no_args_is_help=True, help="Run and prove notebooks (authors, CI).")
app.add_typer(notebooks_app, name="notebooks", rich_help_panel=PANEL)


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
