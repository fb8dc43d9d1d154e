"""The command that makes the course's static pages."""

from pathlib import Path
from typing import Annotated

import typer

from shared import ROOT
from shared.commands import FAILED, PANEL, app, fail, out


@app.command("site", rich_help_panel=PANEL)
def make_site(
    folder: Annotated[
        Path, typer.Argument(metavar="[OUT]", help="Replaced, if a site is there.")
    ] = ROOT / "build" / "site",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Leave out the outputs of notebooks you have changed.")
    ] = False,
) -> None:
    """Render the lessons as static pages that open from disk; every link is checked."""
    from shared.site import SiteError, build

    try:
        built = build(folder, anyway=anyway)
    except (SiteError, OSError) as error:
        raise fail(f"{error}\nNothing was written.", code=FAILED) from None
    for target in built.external:
        out.print(f"links out of the site, not fetched: {target}", markup=False, soft_wrap=True)
    index = built.folder / "index.html"
    out.print(f"{built.pages} pages, all links good: open {index}", markup=False, soft_wrap=True)
