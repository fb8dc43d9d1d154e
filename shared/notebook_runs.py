"""Run notebooks: `execute` writes outputs (authors), `prove` shows that they are true (everybody).

Both run with the reference solutions in place, in fresh kernels of this very environment, in each
lesson's own folder. nbval compares the outputs; it overlooks cells that fail in an unusual way,
so a second pass with nbclient, which reads the kernel's replies, runs them once more.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError
from nbformat import NotebookNode
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, NbvalKernelspecManager

from shared import ROOT, progress
from shared.measure import KEPT
from shared.notebooks import notebooks, read, shown, stamp, untouched, write

CELL_SECONDS = 120


class NotebookError(RuntimeError):
    """A notebook does not run through. Code cells are counted as nbval counts them, from 0."""


def execute(path: Path) -> None:
    """Run a notebook from top to bottom and keep its outputs, normalised and stamped.

    Raises NotebookError if a cell fails that is not tagged `raises-exception`; then nothing is
    written.
    """
    nb = read(path)
    with _environment() as env:  # its figures are the ones that come with the course
        run(nb, path.parent, env | {"COURSE_MEASUREMENTS": str(KEPT)})
    write(path, stamp(nb))


def run(nb: NotebookNode, folder: Path, env: dict[str, str]) -> None:
    """Execute `nb` in place, with `folder` as the working directory. Raises NotebookError."""
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.execution_count, cell.outputs = None, []
    manager = AsyncKernelManager(
        kernel_name=CURRENT_ENV_KERNEL_NAME, kernel_spec_manager=NbvalKernelspecManager()
    )
    client = NotebookClient(
        nb,
        km=manager,
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(folder)}},
        allow_errors=False,
        record_timing=False,
    )
    # What the process itself prints belongs to no cell.
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        client.execute(env=env, cleanup_kc=True, **quiet)
    except (CellControlSignal, DeadKernelError) as error:
        words = type(error).__name__
        if isinstance(error, CellExecutionError):
            words = f"{error.ename}: {error.evalue}"
        raise NotebookError(f"cell {client.code_cells_executed - 1} fails: {words}") from error


def prove(paths: Iterable[Path] | None = None, *, changed_only: bool = False) -> list[str]:
    """Prove notebooks (default: all); returns what is wrong, nothing if all is well.

    Notebooks that a learner has changed are named and left out, except in CI. With `changed_only`
    the second pass leaves out those that passed it with the same code before.
    """
    chosen, skipped = untouched(list(notebooks() if paths is None else paths))
    for path in skipped:
        print(f"skipped, it was changed or run on this machine: {shown(path)}", flush=True)
    if not chosen:
        return []
    remembered = _Passed()
    again = [path for path in chosen if not (changed_only and path in remembered)]
    with _environment() as env, _pool(len(chosen)) as pool:
        firsts = [pool.submit(_nbval, path, env) for path in chosen]
        seconds = [pool.submit(_second_pass, path, env) for path in again]
        problems = []
        for first in firsts:
            problem, output = first.result()
            print(output, flush=True)
            problems.append(problem)
        if again:
            print(f"second pass: {', '.join(map(shown, again))}", flush=True)
        problems = list(filter(None, [*problems, *(second.result() for second in seconds)]))
    if not problems:
        remembered.add(again)
    return problems


def _pool(notebooks: int) -> Executor:
    """Processes for several notebooks at a time: each has a core, and a gigabyte with a model."""
    at_once = min(notebooks, os.cpu_count() or 1, 4)
    return ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn"))


@contextmanager
def _environment() -> Iterator[dict[str, str]]:
    """The settings of a proof: reference solutions, fixed hashing, nothing of the user's own.

    Measurements, hints shown and IPython's files go to a folder that is thrown away.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
        yield env | {
            "COURSE_SOURCE": "solution",
            "COURSE_HOME": f"{folder}/home",
            "COURSE_MEASUREMENTS": f"{folder}/measurements",
            "IPYTHONDIR": f"{folder}/ipython",
            "PYTHONHASHSEED": "0",
            "TQDM_DISABLE": "1",
        }


def _nbval(path: Path, env: dict[str, str]) -> tuple[str, str]:
    """Compare the outputs strictly: what went wrong, or nothing, and what nbval printed.

    Counts what ran: cells are easily not collected at all.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "-p", "pytest_timeout"]
        command += ["--nbval", "--nbval-current-env"]
        command += ["--nbval-cell-timeout", str(CELL_SECONDS), "--timeout", "300", "-q"]
        command += ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")]
        command += ["-p", "no:cacheprovider", f"--junitxml={report}", str(path)]
        # Other plugins take seconds to load, and could change what is proved.
        alone = env | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(
            command, env=alone, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE
        )
        output = f"nbval: {shown(path)}\n{done.stdout.rstrip()}"
        if not report.exists():
            return f"{shown(path)}: nbval did not run (exit status {done.returncode})", output
        cases = list(ElementTree.parse(report).iter("testcase"))
    expected = sum(cell.cell_type == "code" for cell in read(path).cells)
    good = sum({child.tag for child in case} <= {"system-out", "system-err"} for case in cases)
    if good != expected:
        return f"{shown(path)}: {good} of {expected} code cells passed nbval", output
    if done.returncode:
        return f"{shown(path)}: nbval ended with exit status {done.returncode}", output
    return "", output


def _second_pass(path: Path, env: dict[str, str]) -> str:
    """Run a copy; what went wrong, or nothing."""
    nb = read(path)
    try:
        run(nb, path.parent, env)
    except NotebookError as error:
        return f"{shown(path)}: second pass: {error}"
    return ""


class _Passed:
    """Which notebooks passed with which code: kept beside the learner's progress."""

    def __init__(self) -> None:
        self._file = progress.folder() / "notebooks.json"
        self._kept: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            self._kept = json.loads(self._file.read_text(encoding="utf-8"))
        code = [*ROOT.glob("shared/**/*.py"), *ROOT.glob("solutions/*/solution.py")]
        code += ROOT.glob("tests/lessons/*/checks.py")
        self._code = b"\0".join(_hash(file) for file in sorted(code))

    def _key(self, path: Path) -> str:
        return hashlib.sha256(self._code + _hash(path)).hexdigest()

    def __contains__(self, path: Path) -> bool:
        return self._kept.get(shown(path)) == self._key(path)

    def add(self, paths: list[Path]) -> None:
        self._kept |= {shown(path): self._key(path) for path in paths}
        with contextlib.suppress(OSError):  # then it is run again next time
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(self._kept, indent=1), encoding="utf-8")


def _hash(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()
