"""Timing and memory, the same on CPU and CUDA. Times are seconds, sizes are bytes.

>>> from shared.measure import compare
>>> both = compare({"list": lambda: sorted(range(10**5)), "set": lambda: set(range(10**5))})
>>> both.speedups["set"].of_medians     # times as fast as the first one
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from shared import ROOT
from shared.children import give_back_freed_memory, in_child
from shared.files import write_text

Work = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """Seconds of each run, in order, and what they come to."""

    median: float
    minimum: float
    maximum: float
    runs: tuple[float, ...]

    @classmethod
    def of(cls, runs: list[float]) -> Timing:
        return cls(statistics.median(runs), min(runs), max(runs), tuple(runs))


@dataclass(frozen=True)
class Speedup:
    """How many times as fast as the first one: above 1 is faster.

    `of_medians` divides the two medians; `of_pairs` is the median of the ratios taken round by
    round, between `lowest` and `highest`. Where the two differ much, the machine was not quiet.
    """

    of_medians: float
    of_pairs: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Comparison:
    """`timings` of all, `speedups` of all against the first (which has 1.0)."""

    timings: dict[str, Timing]
    speedups: dict[str, Speedup]


def time_call(fn: Work, *, repeat: int = 5, warmup: int = 1, sync: Work | None = None) -> Timing:
    """Time `fn()` `repeat` times after `warmup` untimed calls; `sync` as for `compare`."""
    return compare({"fn": fn}, repeat=repeat, warmup=warmup, sync=sync).timings["fn"]


def compare(
    fns: dict[str, Work],
    *,
    repeat: int = 5,
    warmup: int = 1,
    sync: Work | None = None,
) -> Comparison:
    """Time several functions in turn (A B A B …), so that a noisy minute hits them all alike.

    `sync` is called before each reading of the clock. Without one it is CUDA's, if this process
    has used a GPU by the end of the warm-up: a call there only queues its work.
    """
    if not fns or repeat < 1:
        raise ValueError(f"{len(fns)} functions, repeat={repeat}: there must be one of each")
    for fn in fns.values():
        for _ in range(warmup):
            fn()
    sync = sync or _synchroniser()
    runs: dict[str, list[float]] = {name: [] for name in fns}
    for _ in range(repeat):
        for name, fn in fns.items():
            sync()
            start = time.perf_counter()
            fn()
            sync()
            runs[name].append(time.perf_counter() - start)
    first = next(iter(runs.values()))
    return Comparison(
        timings={name: Timing.of(own) for name, own in runs.items()},
        speedups={name: _speedup(first, own) for name, own in runs.items()},
    )


def _synchroniser() -> Work:
    if not _uses_cuda():
        return lambda: None
    return partial(sys.modules["torch"].cuda.synchronize, _card())


def _uses_cuda() -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and torch.cuda.is_initialized()


def _card() -> str | None:
    """The card that COURSE_DEVICE names; None is torch's current one."""
    asked = os.environ.get("COURSE_DEVICE", "").strip().lower()
    return asked if asked.startswith("cuda") else None


def _speedup(first: list[float], own: list[float]) -> Speedup:
    tick = time.get_clock_info("perf_counter").resolution  # a run shorter than this reads as 0
    pairs = [max(a, tick) / max(b, tick) for a, b in zip(first, own, strict=True)]
    medians = [max(statistics.median(runs), tick) for runs in (first, own)]
    return Speedup(medians[0] / medians[1], statistics.median(pairs), min(pairs), max(pairs))


def resident_bytes() -> int:
    """Bytes of this process that are in memory now (shared libraries included)."""
    return psutil.Process().memory_info().rss


@dataclass(frozen=True)
class Peak:
    """Bytes held before the call and at its highest; `how` names the instrument."""

    before: int
    highest: int
    how: str

    @property
    def added(self) -> int:
        """Bytes that the call needed on top of what was there."""
        return self.highest - self.before


def peak_memory(
    fn: Work, *, device: str | None = None, warmup: int = 0, seconds: float = 300
) -> Peak:
    """The highest memory during `fn()`, whose value is thrown away.

    `device` says whose memory: "cuda" the GPU's, by torch's allocator; "cpu" the resident memory
    of a forked child that does nothing else, since this process's own past peak would hide that of
    `fn`. Without it: CUDA if this process has used it. The resident figure is up to a few ten MB
    too high, because pages of libraries count that `fn` is the first to touch: after `warmup` calls
    it has touched them. The child has one thread (pools do not survive a fork) and cannot use CUDA
    if this process has.

    Raises RuntimeError if `fn` fails in the child, TimeoutError after `seconds` there.
    """
    if device is None:
        device = "cuda" if _uses_cuda() else "cpu"
    if device.startswith("cuda"):
        return _cuda_peak(fn, warmup)
    before, highest = in_child(lambda: _resident_peak(fn, warmup), seconds=seconds)
    return Peak(before, highest, "resident, forked child")


def _cuda_peak(fn: Work, warmup: int) -> Peak:
    import torch

    for _ in range(warmup):
        fn()
    card = _card()
    torch.cuda.synchronize(card)
    torch.cuda.reset_peak_memory_stats(card)
    before = torch.cuda.memory_allocated(card)
    fn()
    torch.cuda.synchronize(card)
    return Peak(before, torch.cuda.max_memory_allocated(card), "CUDA allocator")


def _resident_peak(fn: Work, warmup: int) -> tuple[int, int]:
    """(bytes before, highest bytes) of a call in this process."""
    for _ in range(warmup):
        fn()
        gc.collect()  # what it left in cycles would be freed within the measured call
        give_back_freed_memory()  # else that call would use its pages again without a trace
    reset_peak()  # a fork begins with its parent's pages as its peak, the trimmed ones among them
    before = resident_bytes()
    fn()
    return before, max(peak_resident_bytes(), before)


def reset_peak() -> None:
    """Let the peak of this process begin at what is resident now (Linux; elsewhere it stays)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # see proc_pid_clear_refs(5)


def peak_resident_bytes() -> int:
    """The most bytes of this process that were in memory, since `reset_peak` or its start."""
    with contextlib.suppress(OSError):
        status = Path("/proc/self/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) * 1024
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def hardware() -> dict[str, Any]:
    """What a figure was measured on; nothing that names a person, a host or a path.

    `gpu` is None where torch was never imported: what was measured cannot have run on one.
    """
    torch, gpu = sys.modules.get("torch"), None
    if torch and torch.cuda.is_available():
        card = torch.cuda.get_device_properties(_card())
        gpu = {
            "name": card.name,
            "memory_bytes": card.total_memory,
            "count": torch.cuda.device_count(),
        }
    release = re.match(r"[\d.]*\d", platform.release())  # what follows is the builder's own text
    return {
        "cpu": _cpu_name(),
        "cores": psutil.cpu_count(),
        "memory_bytes": psutil.virtual_memory().total,
        "os": f"{platform.system()} {release[0] if release else ''} {platform.machine()}",
        "python": platform.python_version(),
        "torch": version("torch"),
        "gpu": gpu,
    }


def _cpu_name() -> str:
    if sys.platform == "darwin":
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    with contextlib.suppress(OSError):
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        if found := re.search(r"^(?:model name|Hardware)\s*:\s*(.+)$", info, re.MULTILINE):
            return found[1].strip()
    return platform.machine()


KEPT = ROOT / "data" / "measurements"
"""The figures that come with the course."""


def save(name: str, record: dict[str, Any], folder: Path = KEPT / "local") -> Path:
    """Write `NAME.json` with `{"name", "date", "hardware", "record"}`; returns its path.

    Figures of a learner's machine go beside those of the course and not over them.
    `COURSE_MEASUREMENTS` names another folder, as test runs do, whose figures nobody keeps. A
    checkout that cannot be written must not stop a lesson: then the file goes to the system's
    folder for temporary files, as the returned path shows.
    Raises ValueError for a bad name, or a record that is not plain JSON (NaN is not).
    """
    if not re.fullmatch(r"[a-z0-9]+(?:[_-][a-z0-9]+)*", name):
        raise ValueError(f"{name!r}: a measurement's name is lower-case words joined by _ or -")
    date = datetime.now(UTC).isoformat(timespec="seconds")
    whole = {"name": name, "date": date, "hardware": hardware(), "record": record}
    try:
        text = json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    except (TypeError, ValueError) as error:
        raise ValueError(f"the record of {name!r} is not plain JSON: {error}") from error
    folder = Path(os.environ.get("COURSE_MEASUREMENTS") or folder)
    try:
        return write_text(folder / f"{name}.json", text)
    except OSError:
        elsewhere = Path(tempfile.gettempdir()) / "course-measurements"
        return write_text(elsewhere / f"{name}.json", text)
