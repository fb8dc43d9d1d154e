"""Commands about this machine: the model, JupyterLab."""

from typing import Annotated

import typer

from shared import curriculum, progress
from shared.commands import FAILED, app, fail, out


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
