"""Facts about a machine: a Python, its packages and its torch, the NVIDIA driver, free memory.

    interpreter(sys.executable)   its version, prefixes and packages
    torch_of(sys.executable)      what its torch says of itself and of a GPU
    driver()                      what `nvidia-smi` answers
    needs(), model_config()       what the course wants of a machine

Nothing is judged here. What is asked runs in a process of its own, with a limit on its time: a
broken torch ends its process and not this one, and a stuck driver does not hold it up.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared import ROOT
from shared.files import why

PYTHON_SECONDS = 30.0
TORCH_SECONDS = 180.0
"""A first import from a slow disk takes a minute."""
DRIVER_SECONDS = 30.0
LOCK = ROOT / "requirements.txt"

_QUERY = "index,name,uuid,memory.total,memory.used,memory.free,driver_version"
_NEWER = ",compute_cap,mig.mode.current"
"""Fields that old drivers refuse."""

# From 610 on the driver writes `KMD Version` and `CUDA UMD Version`.
_DRIVER = re.compile(r"(?:Driver|KMD) Version\s*:\s*([\d.]+)")
_CUDA = re.compile(r"CUDA(?: UMD)? Version\s*:\s*(\d+\.\d+)")

_ASK_PYTHON = """\
import sys
sys.path[:] = [entry for entry in sys.path if entry]  # '' is the folder that we are called in
import json, os, platform, re
facts = {
    "version": sys.version_info[:3],
    "prefix": sys.prefix,
    "base_prefix": getattr(sys, "base_prefix", sys.prefix),
    "environment": {
        "implementation_name": platform.python_implementation().lower(),
        "implementation_version": platform.python_version(),
        "os_name": os.name,
        "platform_machine": platform.machine(),
        "platform_python_implementation": platform.python_implementation(),
        "platform_release": platform.release(),
        "platform_system": platform.system(),
        "platform_version": platform.version(),
        "python_full_version": platform.python_version(),
        "python_version": ".".join(platform.python_version_tuple()[:2]),
        "sys_platform": sys.platform,
    },
    "installed": None,
}
try:
    from importlib import metadata
except ImportError:  # Python before 3.8
    metadata = None
if metadata:
    facts["installed"] = {}
    for found in metadata.distributions():
        try:
            name, version = found.metadata["Name"], found.version
        except Exception:  # half an installation, which pip does not see either
            continue
        if name and version:  # of two the first on the path is imported
            facts["installed"].setdefault(re.sub("[-_.]+", "-", name).lower(), version)
with open(sys.argv[1], "w") as file:
    json.dump(facts, file)
"""

_ASK_TORCH = """\
import sys
sys.path[:] = [entry for entry in sys.path if entry]
import importlib.util, json, warnings
facts = None
def line(text):
    return (str(text).strip().splitlines() or [""])[0]
if importlib.util.find_spec("torch"):
    facts = {}
    try:
        import torch
        facts["version"], facts["cuda"] = str(torch.__version__), torch.version.cuda
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            facts["available"] = bool(torch.cuda.is_available())
        if said:
            facts["warning"] = line(said[0].message).split(" (Triggered")[0]
        if facts["available"]:
            facts["card"] = torch.cuda.get_device_name()
            facts["free_bytes"] = torch.cuda.mem_get_info()[0]
    except BaseException as error:
        facts["error"] = "%s: %s" % (type(error).__name__, line(error))
with open(sys.argv[1], "w") as file:
    json.dump(facts, file)
"""


class MachineError(Exception):
    """What was asked for cannot be looked at; the text is the sentence to show."""


class _NoAnswerError(Exception):
    """A program gave none; the text says why."""


@dataclass(frozen=True)
class Interpreter:
    """A Python. `installed` maps normalised names to versions; None: it is too old to tell.

    `environment` is what markers of requirements are asked about: {"sys_platform": "linux", …}.
    """

    path: str
    version: tuple[int, ...]
    prefix: str
    base_prefix: str
    environment: dict[str, str]
    installed: dict[str, str] | None


@dataclass(frozen=True)
class Torch:
    """What a torch says of itself. `error`: what its import, or its GPU, raised.

    `card` and `free_bytes` are those of the GPU that it takes by default, as it sees them itself:
    this knows of CUDA_VISIBLE_DEVICES, of partitions, and of memory that processor and GPU share.
    """

    version: str | None = None
    cuda: str | None = None
    available: bool = False
    warning: str | None = None
    card: str | None = None
    free_bytes: int | None = None
    error: str | None = None


@dataclass(frozen=True)
class Driver:
    """What `nvidia-smi` answered: the table of cards as `text`, or a sentence.

    `version` and `cuda`, the newest CUDA that it knows, are None where it does not tell. `silent`:
    it could not be started, or did not end in time, and `text` says so.
    """

    text: str
    code: int = 0
    version: str | None = None
    cuda: str | None = None
    silent: bool = False


@dataclass(frozen=True)
class _Said:
    code: int
    out: str
    err: str


def interpreter(named: str) -> Interpreter:
    """The Python at the path `named`, or of that name on the PATH. Raises MachineError."""
    path = shutil.which(named)
    if path is None:
        reason = "it is a folder" if Path(named).is_dir() else "it may not be executed"
        reason = reason if Path(named).exists() else "there is no such program"
        raise MachineError(_refusal(named, reason))
    try:
        facts = _asked(path, _ASK_PYTHON, PYTHON_SECONDS)
        return Interpreter(path=path, **{**facts, "version": tuple(facts["version"])})
    except _NoAnswerError as error:
        raise MachineError(_refusal(named, str(error))) from None


def _refusal(named: str, reason: str) -> str:
    return (
        f"{named!r} is no Python that can be asked: {reason}. "
        "Name the program itself, such as .venv/bin/python; `which python` shows yours."
    )


def torch_of(python: Interpreter) -> Torch | None:
    """What the torch of an interpreter says; None if it has none."""
    if python.installed is None:
        return None
    try:
        facts = _asked(python.path, _ASK_TORCH, TORCH_SECONDS)
    except _NoAnswerError as error:
        return Torch(error=str(error))
    return None if facts is None else Torch(**facts)


def driver() -> Driver | None:
    """What the NVIDIA driver says; None if there is no `nvidia-smi`."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return None
    try:
        said = _cards(program, _QUERY + _NEWER)
        if said.code and "not a valid field" in said.out + said.err:
            said = _cards(program, _QUERY)
        header = _run([program], DRIVER_SECONDS).out
    except _NoAnswerError as error:
        return Driver(str(error), silent=True)
    version, cuda = _DRIVER.search(header), _CUDA.search(header)
    return Driver(
        said.out if said.out.strip() else said.err,
        said.code,
        version and version[1],
        cuda and cuda[1],
    )


def _cards(program: str, fields: str) -> _Said:
    return _run([program, f"--query-gpu={fields}", "--format=csv"], DRIVER_SECONDS)


def needs() -> tuple[str, str]:
    """What the course needs: `requires-python`, and the text of the lock. Raises OSError."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["requires-python"], LOCK.read_text(encoding="utf-8")


def model_config() -> tuple[str, dict[str, Any]]:
    """The name and the `config.json` of the model in use, without asking the network.

    Raises MachineError where it is not on this machine, or cannot be read.
    """
    from shared import assets
    from shared.assets import other_model

    named = other_model.setting()
    try:
        if named and (problem := other_model.missing(named)):
            raise MachineError(problem)
        file = assets.model_path() / "config.json"
    except assets.AssetError as error:
        raise MachineError(str(error)) from None
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        config = None
    if not isinstance(config, dict):
        raise MachineError(f"{file} is no JSON object that can be read. Mend it: course fetch")
    return named or assets.NAME, config


def free_ram() -> int:
    """Bytes of memory that a new process could have, without others being swapped out."""
    import psutil

    return psutil.virtual_memory().available


def _asked(python: str, script: str, seconds: float) -> Any:
    """What a script writes, as JSON, to the file that it is given. Raises _NoAnswerError."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        # Shells refuse -W; without it they would run the script as one of theirs.
        said = _run([python, "-W", "ignore", "-c", script, str(answer)], seconds)
        try:
            return json.loads(answer.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise _NoAnswerError(_last_words(said)) from None


def _last_words(said: _Said) -> str:
    if said.code < 0:
        return f"a signal ended it ({signal.strsignal(-said.code)})"
    lines = said.err.strip().rstrip(".").splitlines()
    return lines[-1] if lines else f"it ended with exit code {said.code} and no answer"


def _run(command: list[str], seconds: float) -> _Said:
    """Run a program to its end, and its children with it. Raises _NoAnswerError.

    Its output goes to files, and its end is not awaited for ever: a pipe stays open as long as a
    child of a child holds it, and a process that a driver holds cannot even be killed.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
            )
        except OSError as error:
            raise _NoAnswerError(f"it cannot be started ({why(error)})") from None
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise _NoAnswerError(f"it did not end within {seconds:g} seconds") from None
        finally:
            if process.poll() is None:
                _end(process)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        return _Said(code, *texts)


def _end(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(1)
