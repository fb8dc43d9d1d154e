"""What a learner has passed, and which hints they have seen: one JSON file.

It lies in `.course/` of the checkout, or where the checkout is read-only under the user's own state
folder; `COURSE_HOME` names another place. Everything is kept by lesson id, so lessons may be
renumbered. A verdict is kept with a fingerprint of the exercise, its checks and what the exercise
stands on: when one of them changes, the verdict no longer counts.

`parse`, `read` and `change` are for whoever must know that it worked: they raise. All else warns
where progress cannot be kept, and goes on, for no lesson may stop over it.
"""

import copy
import hashlib
import itertools
import json
import os
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from shared import ROOT, curriculum
from shared.checking.report import Report
from shared.curriculum import Lesson
from shared.files import write_text

T = TypeVar("T")

WAY_OUT = "COURSE_HOME=<folder> names a place for it."
_unkept: dict = {}
"""What could not be written, for as long as this process lives."""


def folder() -> Path:
    """Where progress is kept: the first of the places that can be written to."""
    if named := os.environ.get("COURSE_HOME"):
        return Path(named).expanduser()
    here = ROOT / ".course"
    if os.access(here if here.exists() else ROOT, os.W_OK):
        return here
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    checkout = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    return state / f"ai-engineering-from-scratch-{checkout}"


def fingerprint(lesson: Lesson) -> str:
    """A digest of all that a verdict on a lesson's exercise depends on.

    For the lessons it needs these are all their files, since they decide which code `load` takes:
    to ask `load` itself would cost twice as much with each lesson that stands on another.
    """
    needed = curriculum.needs(lesson)
    forced = os.environ.get("COURSE_SOURCE", "") if needed else ""
    digest = hashlib.sha256(forced.encode())
    for each in (lesson, *needed):
        checks = sorted(each.checks.parent.glob("*.py"))  # they may be spread over several files
        for path in (each.exercise, each.solution, *checks):
            data = path.read_bytes() if path.exists() else b""
            digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def parse(data: bytes) -> dict:
    """What a progress file says. Raises ValueError where it is not what is written here."""
    try:
        stored = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(stored, dict) or not all(map(_is_entry, stored.values())):
        raise ValueError("not what is written here")
    return stored


def _is_entry(entry: object) -> bool:
    """Is it what is kept of a lesson? (What a later version of the course adds is none of ours.)"""
    if not isinstance(entry, dict):
        return False
    verdicts, seen = entry.get("verdicts", {}), entry.get("hints", {})
    tasks = entry.get("tasks", [])
    return (
        isinstance(entry.get("fingerprint", ""), str)
        and isinstance(verdicts, dict)
        and all(isinstance(verdict, str) for verdict in verdicts.values())
        and isinstance(tasks, list)
        and all(isinstance(task, str) for task in tasks)
        and isinstance(seen, dict)
        and all(isinstance(tier, int) and tier >= 0 for tier in seen.values())
    )


def read() -> dict:
    """What is stored, for whoever only looks: without a lock, since a file is replaced whole.

    A damaged file is set aside. Raises OSError where it can neither be read nor set aside.
    """
    try:
        return parse((folder() / "progress.json").read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return copy.deepcopy(_unkept)
    except ValueError:
        return change(lambda stored: stored)  # sets it aside


def _read_to_change(kept: Path) -> dict:
    """What is stored, under the lock. A damaged file is set aside, beside those of before.

    Raises OSError where it can neither be read nor set aside: it must not be overwritten then.
    """
    try:
        return parse(kept.read_bytes())
    except FileNotFoundError:
        return copy.deepcopy(_unkept)
    except ValueError:
        names = (kept.with_name(f"progress.broken-{number}") for number in itertools.count(1))
        aside = next(path for path in names if not path.exists())
        os.replace(kept, aside)
        warnings.warn(f"{kept.name} was damaged and is now {aside.name}", stacklevel=4)
        return {}


def change(apply: Callable[[dict], T]) -> T:
    """Apply a function to what is stored: written whole or not at all, one writer at a time.

    Raises OSError where it cannot be kept; then what is stored is as it was.
    """
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    with FileLock(place / "progress.lock", timeout=10):
        stored = _read_to_change(place / "progress.json")
        result = apply(stored)
        write_text(place / "progress.json", json.dumps(stored, indent=1))
        return result


def _read_or_warn() -> dict:
    try:
        return read()
    except OSError as error:
        warnings.warn(f"progress.json cannot be read: {error}", stacklevel=3)
        return copy.deepcopy(_unkept)


def _change_or_warn(apply: Callable[[dict], T]) -> T:
    """`change`; what cannot be kept holds for as long as this process lives."""
    try:
        return change(apply)
    except OSError as error:
        warnings.warn(f"progress is not kept: {error}. {WAY_OUT}", stacklevel=3)
        return apply(_unkept)


def check_exercise(lesson: Lesson, tasks: Iterable[str] = (), *, seed: int = 0) -> Report:
    """Check the learner's exercise.py, and keep the verdicts."""
    from shared.checking.runner import run_checks

    before = fingerprint(lesson)
    report = run_checks(lesson, tasks=tasks, seed=seed)
    if fingerprint(lesson) == before:  # else it was saved meanwhile, and nobody knows which ran
        found = {result.check: str(result.verdict) for result in report.results}
        passed = [
            t for t, results in report.tasks().items() if all(r.verdict == "PASS" for r in results)
        ]

        def keep(stored: dict) -> None:
            _keep(stored.setdefault(lesson.id, {}), before, found, passed)

        _change_or_warn(keep)
    return report


def _keep(entry: dict, digest: str, found: dict[str, str], passed: Iterable[str] = ()) -> None:
    if entry.get("fingerprint") != digest:
        entry |= {"fingerprint": digest, "verdicts": {}}
    entry["verdicts"] |= found
    entry["tasks"] = sorted({*entry.get("tasks", []), *passed})


def tasks_passed(lesson: Lesson) -> set[str]:
    """The tasks that have passed once; unlike a verdict this outlives later edits of the file."""
    return set(_read_or_warn().get(lesson.id, {}).get("tasks", []))


def verdicts(lesson: Lesson) -> dict[str, str]:
    """The kept verdicts, by check, that still count for the exercise as it is now."""
    entry = _read_or_warn().get(lesson.id, {})
    known = "verdicts" in entry and entry.get("fingerprint") == fingerprint(lesson)
    return entry["verdicts"] if known else {}


def is_passed(lesson: Lesson, *, check_now: bool = False) -> bool:
    """Does the exercise, as it is saved now, pass all checks of its lesson?

    What is not known is no, unless `check_now`: then the checks are run and the verdicts kept.
    """
    from shared.checking.spec import load_checks

    names = [check.name for check in load_checks(lesson).checks]
    known = verdicts(lesson)
    if check_now and any(name not in known for name in names):
        return check_exercise(lesson).passed
    return all(known.get(name) == "PASS" for name in names)


def next_hint(lesson: Lesson, task: str, count: int) -> int:
    """The tier (0, 1, …) of the next hint to show; after the last of `count` the last again."""

    def advance(stored: dict) -> int:
        seen = stored.setdefault(lesson.id, {}).setdefault("hints", {})
        tier = min(seen.get(task, 0), count - 1)
        seen[task] = tier + 1
        return tier

    return _change_or_warn(advance)
