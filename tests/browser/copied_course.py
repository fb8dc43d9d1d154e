"""A copy of this checkout in which `make lab` runs: nothing of the checkout's is touched.

The copy has an environment of its own, since an environment belongs to one checkout. Its packages
are links to those that run this test, so that making it takes seconds; only the course itself is
installed anew. The set-up's own stamp is put on it, so that `make lab` finds it ready, and no pip
ever writes through a link.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from shared import ROOT
from shared.assets import default_path

OURS = ("__editable__", "ai_engineering_from_scratch")
STAMP = """
import sys
from shared.setup import bootstrap, environment
venv = sys.argv[1]
environment.write_stamp(venv, environment.Python.probe(sys.executable))
assert bootstrap.complete(venv, None)
"""


class CopiedCourse:
    """The copy lies in `root`, all else of it in other folders of `place`."""

    def __init__(self, place: Path) -> None:
        self.root, self.venv, self.place = place / "course", place / "venv", place
        self._copy_files()
        self._make_environment()

    def _copy_files(self) -> None:
        """What git knows, and what is new and not ignored."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():  # not one that has just been deleted
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)

    def _make_environment(self) -> None:
        self.run(sys.executable, "-m", "venv", "--without-pip", str(self.venv))
        here, there = Path(sys.prefix), self.venv
        packages = Path(sysconfig.get_paths()["purelib"])
        copied = there / packages.relative_to(here)
        link_entries(packages, copied)
        link_entries(here / "bin", there / "bin")
        link_entries(here, there)
        python = str(there / "bin" / "python")
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        (there / "bin" / "course").unlink()  # the link: pip writes a file in its place
        self.run(python, *pip, "--no-deps", "--no-build-isolation", "--editable", ".")
        self.run(python, "-c", STAMP, str(there))

    def variables(self) -> dict[str, str]:
        """The environment variables of somebody who has just cloned the course."""
        foreign = ("COURSE_", "JUPYTER", "IPYTHON", "XDG_", "MAKE", "MFLAGS", "PYTHON", "PIP_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        home = self.place / "home"
        home.mkdir(exist_ok=True)
        return kept | {
            "HOME": str(home),
            "COURSE_VENV": str(self.venv),
            "COURSE_HOME": str(self.place / "progress"),
            "COURSE_DATA": str(default_path().parent.parent),
        }

    def run(self, *command: str) -> None:
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.variables(),
            capture_output=True,
            text=True,
            timeout=200,
        )
        assert done.returncode == 0, done.stderr


def link_entries(source: Path, target: Path) -> None:
    """Link what `target` lacks, except for the course itself, its stamp and its notes."""
    for entry in source.iterdir():
        ours = entry.name.startswith(OURS) or entry.name in ("course.json", "editable", "pip.log")
        if not ours and not (target / entry.name).exists():
            (target / entry.name).symlink_to(entry)
