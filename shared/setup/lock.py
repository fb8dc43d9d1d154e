"""`make lock`: compile requirements.txt from pyproject.toml with pip-tools.

    python -m shared.setup.lock [--upgrade] [other options of pip-compile]

Pins are kept unless pyproject.toml rules them out or `--upgrade` is given. What belongs to the
machine that compiles is left out: its indexes, its constraint files, its build of torch (`+cpu`).
So the same lock installs with CUDA and on macOS; what only those need, pip adds by itself.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from shared import ROOT

LOCK = ROOT / "requirements.txt"
HEADER = "# The lock, compiled from pyproject.toml by `make lock`: do not edit it by hand.\n"


def tidy(text: str) -> str:
    """The lock without comments, options and local versions that came from this machine."""
    kept = [
        re.sub(r"^([\w.-]+==[^\s+]+)\+[\w.]+", r"\1", line)
        for line in text.splitlines()
        if re.match(r"[A-Za-z0-9]| +# ", line) and not re.match(r" +#( via)? +-c ", line)
    ]
    return HEADER + "\n".join(kept) + "\n"


def compile_lock(options: list[str]) -> int:
    """Write requirements.txt whole or not at all; returns pip-compile's exit status."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "requirements.txt"
        if LOCK.exists():
            shutil.copyfile(LOCK, draft)
        # fmt: off
        command = [
            sys.executable, "-m", "piptools", "compile", "--output-file", str(draft),
            "--strip-extras", "--no-header", "--no-emit-options", "--no-emit-index-url",
            "--no-emit-find-links", "--no-emit-trusted-host",
            # pip comes with the environment; by default setuptools would be left out too
            "--unsafe-package", "pip", *options, "pyproject.toml",
        ]
        # fmt: on
        status = subprocess.call(command, cwd=ROOT)
        if status == 0:
            fresh = LOCK.with_suffix(".new")
            fresh.write_text(tidy(draft.read_text(encoding="utf-8")), encoding="utf-8")
            os.replace(fresh, LOCK)
            print(f"==> wrote {LOCK.name}")
    return status


if __name__ == "__main__":
    sys.exit(compile_lock(sys.argv[1:]))
