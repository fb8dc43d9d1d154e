"""Commands about this machine: the model, JupyterLab, the course's version, another machine."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from shared import ROOT, curriculum, progress
from shared.commands import FAILED, app, fail, out

say = partial(out.print, markup=False, soft_wrap=True)


@app.command()
def fetch() -> None:
    """Fetch the course's model, verify it and convert it, once; or what COURSE_MODEL names."""
    from shared import assets
    from shared.assets import other_model

    named = other_model.setting()
    try:
        folder = assets.model_path() if named else assets.fetch(progress=say)
        say(f"{f'COURSE_MODEL={named}' if named else 'The model'} is in {folder}")
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


@app.command()
def update(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")] = False,
) -> None:
    """Get the newest version of the course; what you wrote stays yours."""
    from shared import updating

    try:
        updating.update(ROOT, dry_run=dry_run, say=say)
    except updating.UpdateError as error:
        raise fail(str(error), code=FAILED) from None
    except OSError as error:
        raise fail(f"no update: {error}", code=FAILED) from None


@app.command("export")
def export_work(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:
    """Progress and begun exercises as one file, for another machine."""
    from shared import portable

    try:
        exported = portable.export(file, force=force)
    except portable.PortableError as error:
        raise fail(f"{error}. Nothing was written.") from None
    say(f"{file}: progress, and the exercises {', '.join(exported.exercises) or '(none)'}")
    say(f"On the other machine: course import {file.name}")


@app.command("import")
def import_work(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip")],
    force: Annotated[bool, typer.Option("--force", help="Its exercises instead of mine.")] = False,
) -> None:
    """Bring in what `course export` wrote on another machine."""
    from shared import archive, portable

    try:
        done = portable.bring_in(archive.read(file), force=force)
    except portable.PortableError as error:
        raise fail(f"{error}. Nothing was changed.") from None
    except OSError as error:
        raise fail(f"{file} was imported only in part: {error}.", code=FAILED) from None
    for name in done.written:
        copy = done.copies.get(name)
        say(f"{name}: exercise.py written" + (f"; yours is now {copy}" if copy else ""))
    for name in done.unchanged:
        say(f"{name}: the same exercise.py is here already")
    for name, place in done.aside.items():
        say(f"{name}: this version has no such lesson. Its exercise is kept: {place}")
    say("The progress of both machines counts. Next: course list")
