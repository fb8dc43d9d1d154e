"""The runner's end of a zygote: start it, give it jobs, replace it when a job has killed it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

from shared import ROOT
from shared.checking import wire

PATIENCE = 10.0
"""Seconds that a zygote has beyond a job's own limit to end the job, or itself."""


class WorkerError(RuntimeError):
    """Checks cannot be run here at all; the message says what to do."""


class Worker:
    """A zygote process. Use it as a context manager: on leaving, nothing of it is left.

    Before the first job it imports `modules`, and `files`, given as {path: name}, for which `load`
    takes the `sources` of the course at `root`. Raises WorkerError where that fails, or where the
    system has no fork (Windows: the course runs in WSL2 there).
    """

    def __init__(
        self,
        modules: tuple[str, ...] = (),
        seed: int = 0,
        *,
        files: dict[Path, str] | None = None,
        sources: dict[str, str] | None = None,
        root: Path = ROOT,
    ):
        self._order = {
            "modules": modules,
            "files": [(str(path), name) for path, name in (files or {}).items()],
            "sources": sources or {},
            "root": str(root),
        }
        self.seed = seed
        self._process: subprocess.Popen | None = None
        self._scratch, self._ready = "", False

    def __enter__(self) -> "Worker":
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def run(self, job: dict, blob: bytes = b"") -> tuple[dict, bytes]:
        """What became of a job (see `supervise`), and its evidence.

        A job that killed the zygote itself has the status `killed`; the next gets a new one.
        """
        self.wait_until_ready()
        try:
            # A job can stop the zygote, and with it the clock that would end the job.
            self._control.settimeout(job["seconds"] + PATIENCE)
            wire.send(self._control, job, blob)
            return wire.receive(self._control)
        except TimeoutError:
            self._stop()
            return {"status": "timeout", "output": "", "output_lost": 0}, b""
        except (wire.WireError, ConnectionError):
            self._stop()
            return {"status": "killed", "signal": "SIGKILL", "output": "", "output_lost": 0}, b""

    def _start(self) -> None:
        """Start the zygote; what it imports, it imports while we go on."""
        if not hasattr(os, "fork"):
            raise WorkerError("checks need a system with fork: on Windows, run the course in WSL2")
        self._control, theirs = socket.socketpair()
        self._scratch = tempfile.mkdtemp(prefix="course-check-")
        command = [sys.executable, "-P", "-m", "shared.checking.zygote"]
        self._process = subprocess.Popen(
            [*command, str(theirs.fileno()), self._scratch],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,  # a Ctrl-C in the terminal is for the runner alone
            env=_environment(self.seed),
        )
        theirs.close()
        self._ready = False
        wire.send(self._control, self._order)

    def wait_until_ready(self) -> None:
        """Until the zygote has imported what it was told to. Raises WorkerError if it cannot."""
        if self._process is None:
            self._start()
        if self._ready:
            return
        try:
            answer, _ = wire.receive(self._control)
        except (wire.WireError, ConnectionError):
            why = self._process.stderr.read().decode(errors="replace")
            answer = {"ready": False, "why": why}
        if not answer["ready"]:
            self._stop()
            raise WorkerError(
                f"the worker that runs checks did not start: {answer['why'].strip()}. "
                "If a package is missing, `make lab` installs what the course needs."
            )
        self._ready = True

    def _stop(self) -> None:
        if self._process is None:
            return
        self._control.close()  # the zygote ends its child and then itself
        self._process.stderr.close()
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        shutil.rmtree(self._scratch, ignore_errors=True)


def _environment(seed: int) -> dict[str, str]:
    """One thread, no network look-ups, no byte code in the checkout, a hash seed of its own."""
    threads = (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    )
    return {
        **os.environ,
        **dict.fromkeys(threads, "1"),
        "MALLOC_ARENA_MAX": "2",  # else each thread takes 64 MB of the address space allowed
        "TOKENIZERS_PARALLELISM": "false",
        "HF_HUB_OFFLINE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": str(seed % 2**32),
        "OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES",  # macOS refuses forks without it
    }
