"""The command that looks at the machine: what is wrong with it, and what fits into its memory.

It collects the facts (`shared.machine`), and lets the functions of lesson 01 judge them.
"""

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.table import Table

from shared import ROOT, machine
from shared.checking.client import WorkerError
from shared.commands import FAILED, Json, app, fail, out
from shared.curriculum import UnknownLessonError, choose, load
from shared.machine import Driver, Interpreter, MachineError, Torch

BATCH, LENGTH = 1, 2048
DTYPES = ("float32", "bfloat16")
NOTES = ("fine", "no_driver", "driver_says")
"""Codes of what is no fault: a laptop without a GPU is right for this course."""
SHOWN = 3
"""So many packages are shown; where more of the lock is amiss, one command mends them all."""

say = partial(out.print, markup=False, soft_wrap=True)


class LessonError(Exception):
    """Lesson 01's code cannot be used; the text names its file."""


@dataclass(frozen=True)
class Finding:
    """One line of the report: a `Finding` of lesson 01, or what the command itself ran into."""

    code: str
    subject: str
    message: str
    next_step: str

    @property
    def fault(self) -> bool:
        return self.code not in NOTES


@dataclass(frozen=True)
class Report:
    """All that was found out. `fits` is what the model needs, or `error`: why nobody knows."""

    source: str
    python: Interpreter
    torch: Torch | None
    driver: Driver | None
    cards: list[dict]
    findings: list[Finding]
    fits: dict[str, Any]

    @property
    def faults(self) -> int:
        return sum(finding.fault for finding in self.findings)

    def as_dict(self) -> dict:
        findings = [asdict(each) | {"fault": each.fault} for each in self.findings]
        return asdict(self) | {"findings": findings, "faults": self.faults}


@app.command()
def doctor(
    python: Annotated[
        str, typer.Option(metavar="PATH", help="Another Python than this.", show_default=False)
    ] = sys.executable,
    as_json: Json = False,
) -> None:
    """What is wrong with this machine, by lesson 01's code, and what fits into its memory.

    The exit code is 0 if nothing is wrong, and 1 if something is.
    """
    try:
        report = examine(python)
    except (MachineError, LessonError) as error:
        raise fail(str(error), as_json=as_json) from None
    except OSError as error:
        raise fail(f"no diagnosis: {error}", as_json=as_json) from None
    if as_json:
        print(json.dumps(report.as_dict()))
    else:
        _print(report, other=python != sys.executable)
    raise typer.Exit(FAILED if report.faults else 0)


def examine(path: str) -> Report:
    """The machine, with the Python at `path`, as lesson 01 judges it.

    Raises MachineError where that is no Python, LessonError where lesson 01's code fails, OSError
    where a file of the course cannot be read.
    """
    python = machine.interpreter(path)
    try:
        source = choose("environment")
    except (UnknownLessonError, ValueError, WorkerError) as error:
        raise LessonError(str(error)) from None
    with _blamed(source.path, "its import"):
        lesson = load("environment")
    findings = _packages(lesson, python)
    torch, driver = machine.torch_of(python), machine.driver()
    cards, trouble = _read(lesson, driver)
    findings += [*_broken(python, torch), *trouble]
    stuck = any(finding.fault for finding in trouble)
    if torch and torch.version and (torch.available or not stuck):
        findings.append(_cuda(lesson, torch, driver, cards))
    with _blamed(lesson.__file__, "Gpu"):
        listed = [asdict(card) for card in cards or ()]
    fits = _fits(lesson, torch)
    return Report(str(source), python, torch, driver, listed, findings, fits)


@contextmanager
def _blamed(file: Path | str, what: str) -> Iterator[None]:
    """Whatever the code in `file` raises becomes one sentence, for it may be a learner's."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - a learner's code may raise anything
        path = Path(file)
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
        said = f"{name}: {what} fails with {type(error).__name__}: {error}"
        if path.name == "exercise.py":
            said += ". Mend it, or take the reference: COURSE_SOURCE=solution course doctor"
        raise LessonError(said) from None


def _judged(lesson: ModuleType, function: str, *given: Any) -> list[Finding]:
    """What one of the lesson's functions finds."""
    with _blamed(lesson.__file__, function):
        found = getattr(lesson, function)(*given)
        return [
            Finding(each.code, each.subject, each.message, each.next_step)
            for each in (found if isinstance(found, list) else [found])
        ]


def _packages(lesson: ModuleType, python: Interpreter) -> list[Finding]:
    supported, lock = machine.needs()
    given = python.version, python.prefix, python.base_prefix, supported
    found = _judged(lesson, "check_interpreter", *given)
    if python.installed is not None:
        found += _judged(lesson, "check_lock", lock, python.installed, python.environment)
    return found


def _broken(python: Interpreter, torch: Torch | None) -> list[Finding]:
    if torch is None or torch.error is None:
        return []
    if torch.available:
        step = "see in nvidia-smi who uses the card, and run course doctor again"
        return [Finding("gpu_fails", "torch", f"torch sees a GPU, but: {torch.error}", step)]
    pip = shlex.join([python.path, "-m", "pip", "install", "--force-reinstall", "torch"])
    step = f"install it anew: {pip} -c {_lock()}"
    return [Finding("torch_fails", "torch", f"torch cannot be used: {torch.error}", step)]


def _lock() -> str:
    return shlex.quote(str(machine.LOCK))


def _read(lesson: ModuleType, driver: Driver | None) -> tuple[tuple | None, list[Finding]]:
    """The cards that the driver lists; or None, and why. No driver at all needs no why."""
    if driver is None:
        return None, []
    step = "run nvidia-smi yourself: if it does not answer there either, restart the machine"
    if driver.silent:
        said = f"nvidia-smi does not answer: {driver.text}"
        return None, [Finding("driver_silent", "driver", said, step)]
    with _blamed(lesson.__file__, "parse_gpus"):
        try:
            return tuple(lesson.parse_gpus(driver.text)), []
        except ValueError as error:
            if driver.code:
                said = f"nvidia-smi says: {driver.text.strip().splitlines()[0]}"
                return None, [Finding("driver_says", "driver", said, "")]
            said = f"the answer of nvidia-smi cannot be read: {error}"
            return None, [Finding("driver_unclear", "driver", said, step)]


def _cuda(lesson: ModuleType, torch: Torch, driver: Driver | None, cards: tuple | None) -> Finding:
    version = None
    with _blamed(lesson.__file__, "CudaFacts"):
        if driver and cards is not None:  # a driver that lists no card does not tell its version
            told = [card.driver for card in cards if card.driver]
            version = (told or [driver.version or "of unknown version"])[0]
        facts = lesson.CudaFacts(
            torch_version=torch.version,
            torch_cuda=torch.cuda,
            available=torch.available,
            driver=version,
            driver_cuda=driver and driver.cuda,
            cards=cards or (),
            visible=os.environ.get("CUDA_VISIBLE_DEVICES"),
        )
    return _judged(lesson, "diagnose_cuda", facts)[0]


def _fits(lesson: ModuleType, torch: Torch | None) -> dict[str, Any]:
    """What the model in use needs, beside what is free; sizes are bytes."""
    try:
        name, config = machine.model_config()
    except MachineError as error:
        return {"error": str(error)}
    place, free = "RAM", machine.free_ram()
    if torch and torch.free_bytes is not None:
        place, free = torch.card, torch.free_bytes
    rows = []
    with _blamed(lesson.__file__, "inference_budget"):
        try:
            for dtype in DTYPES:
                needed = partial(lesson.inference_budget, config, dtype, length=LENGTH)
                budget = needed(batch=BATCH)
                largest = lesson.largest_batch(lambda b, f=needed: f(batch=b).total, free)
                sizes = asdict(budget) | {"total": budget.total, "largest_batch": largest}
                rows.append({"dtype": dtype} | sizes)
        except ValueError as error:  # a model that it does not know
            return {"error": f"{name}: {error}"}
    known = {"model": name, "batch": BATCH, "length": LENGTH, "memory": place}
    return known | {"free_bytes": free, "dtypes": rows}


def _print(report: Report, *, other: bool) -> None:
    python, torch = report.python, report.torch
    say(f"Python {'.'.join(map(str, python.version))}: {python.path}")
    if python.installed is not None:
        say(f"packages: {len(python.installed)}, {_torch_in_words(torch)}")
    if report.driver and report.driver.version:
        cuda = f", CUDA {report.driver.cuda}" if report.driver.cuda else ""
        say(f"NVIDIA driver {report.driver.version}{cuda}")
    for card in report.cards:
        say(f"  card {card['index']}: {card['name']}, {_memory(card)}")
    out.print()
    _print_findings(report, other=other)
    if not report.faults:
        say("Nothing is wrong.", style="green")
    out.print()
    _print_fits(report.fits)
    say(f"\nBy lesson {report.source}", style="dim")


def _torch_in_words(torch: Torch | None) -> str:
    if torch is None:
        return "no torch"
    built = f"for CUDA {torch.cuda}" if torch.cuda else "without CUDA"
    said = f" (it says: {torch.warning})" if torch.warning else ""
    return f"torch {torch.version}, built {built}{said}" if torch.version else "a broken torch"


def _memory(card: dict) -> str:
    if card["total_bytes"] is None:
        return "memory unknown"
    free = f", {_gb(card['free_bytes'])} free" if card["free_bytes"] is not None else ""
    return _gb(card["total_bytes"]) + free + (", partitioned" if card["partitioned"] else "")


def _gb(size: int) -> str:
    return f"{size / 10**9:.2f} GB"


def _print_findings(report: Report, *, other: bool) -> None:
    packages = [f for f in report.findings if f.code in ("package_missing", "package_differs")]
    alone = all(finding.code != "no_environment" for finding in report.findings)
    pip = shlex.join([report.python.path, "-m", "pip"]) if other and alone else "pip"
    if packages and pip != "pip":
        say(f"Where it says pip, type {pip}")
    first, more = packages[:SHOWN], packages[SHOWN:]
    for finding in report.findings:
        if finding in more:
            continue
        say(f"{finding.code}: {finding.message}", style="red" if finding.fault else None)
        if finding.next_step:
            say(f"    {finding.next_step}")
        if more and finding == first[-1]:
            where = "" if alone else ", in its environment"
            say(f"and {len(more)} more packages are not as the lock says: see --json", style="red")
            say(f"    all at once{where}: {pip} install -r {_lock()}")


def _print_fits(fits: dict[str, Any]) -> None:
    if "error" in fits:
        say(f"What fits is not known. {fits['error']}")
        return
    free = f"{_gb(fits['free_bytes'])} free ({fits['memory']})"
    say(f"{fits['model']}, prompts of {fits['length']} tokens, {free}")
    table = Table("dtype", box=None, pad_edge=False)
    for name in ("weights", "KV cache", "activations", "together", "largest batch"):
        table.add_column(name, justify="right")
    for row in fits["dtypes"]:
        sizes = [_gb(row[key]) for key in ("weights", "kv_cache", "activations", "total")]
        table.add_row(row["dtype"], *sizes, str(row["largest_batch"] or "none fits"))
    out.print(table)
