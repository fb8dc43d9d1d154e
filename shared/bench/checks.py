"""How long a learner waits for a check: `course check` as a whole process, from key to verdict.

Medians of several runs after one warm-up (which fills the system's file cache). The last line is
one JSON document; `--save` keeps it under `data/measurements/`.
"""

import argparse
import json
import subprocess
import sys

from rich.console import Console
from rich.table import Table

from shared.checking.spec import load_checks
from shared.curriculum import Lesson, lessons
from shared.measure import KEPT, Timing, save, time_call


def main(argv: list[str]) -> int:
    """Time every lesson's checks, and those of each task, on the reference solution."""
    parser = argparse.ArgumentParser(prog="course bench checks", description=__doc__)
    parser.add_argument("--repeat", type=int, default=5, help="timed runs of each (default 5)")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    options = parser.parse_args(argv)
    record = {lesson.id: _lesson(lesson, options.repeat) for lesson in lessons()}
    table = Table("Lesson", "Checked", "Median s", "Slowest s", box=None)
    for name, rows in record.items():
        for what, figures in rows.items():
            table.add_row(name, what, f"{figures['median_s']:.2f}", f"{figures['maximum_s']:.2f}")
    Console().print(table)
    if options.save:
        save("checks", record, KEPT)
    print(json.dumps(record))
    return 0


def _lesson(lesson: Lesson, repeat: int) -> dict[str, dict[str, float]]:
    whole = {"all": _figures(time_call(lambda: _check(lesson), repeat=repeat))}
    for task in load_checks(lesson).tasks:
        timing = time_call(lambda task=task: _check(lesson, "--task", task), repeat=repeat)
        whole[task] = _figures(timing)
    return whole


def _check(lesson: Lesson, *options: str) -> None:
    """One `course check` as a learner would type it. Raises CalledProcessError if it fails."""
    command = [sys.executable, "-m", "shared.cli", "check", lesson.id, "--source", "solution"]
    subprocess.run([*command, *options], check=True, capture_output=True)


def _figures(timing: Timing) -> dict[str, float]:
    return {"median_s": round(timing.median, 3), "maximum_s": round(timing.maximum, 3)}
