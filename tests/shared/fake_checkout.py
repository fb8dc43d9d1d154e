"""A small checkout with the set-up script, a lock of one package, and fake_python.sh."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from shared import ROOT

SETUP = ["setup/__init__.py", "setup/bootstrap.py", "setup/diagnosis.py", "setup/environment.py"]
OLD_SAFE = ["__init__.py", *SETUP]
"""Files of `shared` that run before there is an environment, on any Python 3.6 or later."""


@dataclass
class Checkout:
    """The folder, and how to run the script in it as a user does."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def log(self) -> Path:
        return self.root / "calls.log"

    def environment(self, **variables: str) -> dict[str, str]:
        defaults = {"FAKE_VERSION": "3, 11, 7", "FAKE_MISSING": "", "FAKE_PIP": "ok"}
        own = {"FAKE_LOG": str(self.log), "COURSE_VENV": ""}
        return os.environ | own | defaults | self.variables | variables

    def command(self, *arguments: str) -> list[str]:
        script = [sys.executable, "-I", str(self.root / "shared" / "setup" / "bootstrap.py")]
        return [*script, *(arguments or ("setup",))]

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the script with the fake interpreter; the log afterwards holds this run's calls."""
        self.log.write_text("")
        return subprocess.run(
            [*self.command(*arguments), "--python", str(self.root / "fake")],
            capture_output=True,
            text=True,
            env=self.environment(**variables),
            timeout=60,
        )

    def calls(self, part: str = "") -> list[str]:
        return [line for line in self.log.read_text().splitlines() if part in line]


def make_checkout(tmp_path: Path) -> Checkout:
    """A fresh checkout, without an environment, in a folder whose name has a blank."""
    root = (tmp_path / "a course").resolve()
    (root / "shared" / "setup").mkdir(parents=True)
    for name in OLD_SAFE:
        shutil.copy(ROOT / "shared" / name, root / "shared" / name)
    shutil.copy(Path(__file__).with_name("fake_python.sh"), root / "fake")
    (root / "fake").chmod(0o755)
    (root / "requirements.txt").write_text("demo==1.0\n    # via nobody\n")
    (root / "pyproject.toml").write_text("[project]\n")
    return Checkout(root)
