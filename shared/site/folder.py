"""The folder that the site goes to: replaced as a whole, and only if the site made all of it."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.site.errors import SiteError

MARKER = ".course-site"
"""Lists the files of a site, one a line: what is not on it belongs to somebody else."""


def refuse_foreign(out: Path) -> None:
    """Raise SiteError unless `out` is not there, empty, or a site and nothing else."""
    if not out.exists():
        return
    if not out.is_dir():
        raise SiteError(f"{out} is a file: name a folder for the site")
    present = files(out)
    marker = out / MARKER
    made = set(marker.read_text(encoding="utf-8").splitlines()) if marker.is_file() else set()
    foreign = sorted(present - made - {MARKER})
    if foreign:
        raise SiteError(
            f"{out} holds {foreign[0]}, which `course site` has not made. It replaces a folder "
            f"only if its {MARKER} lists all that is in it: move that away, or name another folder"
        )


def files(folder: Path) -> set[str]:
    """The files below a folder, empty folders too: their paths from there, with `/`."""
    found = (path for path in folder.rglob("*") if not path.is_dir() or not any(path.iterdir()))
    return {path.relative_to(folder).as_posix() for path in found}


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """Yield a new folder beside `out` that takes its place when the block ends without an error."""
    refuse_foreign(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    new, old = (
        out.with_name(f".{out.name}.{secrets.token_hex(4)}.{end}") for end in ("new", "old")
    )
    new.mkdir()
    try:
        yield new
        listed = sorted(files(new))
        (new / MARKER).write_text("".join(f"{name}\n" for name in listed), encoding="utf-8")
        refuse_foreign(out)  # it may have come while the pages were made
        if out.exists():
            os.replace(out, old)
        os.replace(new, out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
