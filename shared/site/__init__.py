"""The course as static pages: `build` renders every lesson, and all that a lesson links to.

A page lies where its source lies in the checkout, so links between files stay as they are; only
names change (`lesson.ipynb` becomes `lesson.html`). What nobody links to is not published, nor is
a learner's own work: of an exercise the page shows the stub.
"""

from dataclasses import dataclass
from pathlib import Path

from shared import ROOT, notebooks
from shared.curriculum import lessons
from shared.site import folder, links
from shared.site.errors import SiteError
from shared.site.render import Site

__all__ = ["Built", "SiteError", "build"]


@dataclass(frozen=True)
class Built:
    """The folder, how many pages are in it, and the addresses they link to elsewhere."""

    folder: Path
    pages: int
    external: list[str]


def build(out: Path, *, root: Path = ROOT, anyway: bool = False) -> Built:
    """Make the site in `out`, whole or not at all.

    Raises SiteError for a notebook that was changed or run on this machine (with `anyway` it is
    published without its outputs), for links that lead nowhere, and for a folder with other files.
    """
    out = out.expanduser().resolve()
    folder.refuse_foreign(out)
    changed = notebooks.untouched([lesson.notebook for lesson in lessons(root)])[1]
    if changed and not anyway:
        names = ", ".join(path.relative_to(root).as_posix() for path in changed)
        raise SiteError(
            f"{names}: changed or run on this machine, so its outputs may be of your own code. "
            "`course site --anyway` makes the site without these outputs"
        )
    made = Site(root, changed).render()
    with folder.replacing(out) as new:
        for name, content in made.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        found = links.check(new)
        if found.broken:
            raise SiteError("There are links that lead nowhere:\n" + "\n".join(found.broken))
    count = sum(name.endswith(".html") for name in made)
    return Built(out, count, sorted(found.external))
