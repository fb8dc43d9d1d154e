"""Running a lesson's checks on many mutants: a pair of workers each for `jobs` threads.

Of each mutant the checks of its own task come first, then the others, and the first that rejects
it is the last that runs. What a check makes of the solution is judged once: a mutant that gives the
same evidence is right to the judge, too.
"""

import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from shared import curriculum
from shared.checking.report import Result, Verdict
from shared.checking.runner import Jobs, opened
from shared.checking.spec import Check, load_checks
from shared.curriculum import Lesson
from shared.mutation.mutants import Mutant

SECONDS = 5.0
"""The time limit of a check, where its own is longer: the solution takes well under a second."""


class SolutionError(RuntimeError):
    """The solution itself does not pass: there is nothing to compare mutants with."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the result that rejected it, or None if every check passed."""

    mutant: Mutant
    rejected: Result | None

    @property
    def is_stillborn(self) -> bool:
        """Does it not even import? Then it says nothing about the checks."""
        return self.rejected is not None and self.rejected.verdict is Verdict.IMPORT_ERROR


def run(
    lesson: Lesson, mutants: list[Mutant], *, jobs: int = 1, seed: int = 0
) -> Iterator[Outcome]:
    """Yield the outcome of each mutant, in the order in which they are known.

    Whoever stops taking outcomes stops the run. Raises SolutionError if the solution fails, and
    WorkerError where checks cannot be run.
    """
    checks = [replace(c, seconds=min(c.seconds, SECONDS)) for c in load_checks(lesson).checks]
    sources = {need.id: str(need.solution) for need in curriculum.needs(lesson)}
    left, stop = deque(mutants), threading.Event()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="course-mutate-")))
        opened_jobs = [
            stack.enter_context(opened(lesson, sources, seed=seed))
            for _ in range(max(1, min(jobs, len(mutants))))
        ]
        first, right = opened_jobs[0], opened_jobs[0].right
        if failed := first.on(lesson.solution).first_rejection(checks):
            raise SolutionError(
                f"the solution of {lesson.id} fails `{failed.check}` ({failed.verdict}: "
                f"{failed.message}): `course check {lesson.id} --source solution` shows all"
            )
        pool = stack.enter_context(ThreadPoolExecutor(len(opened_jobs)))
        stack.callback(stop.set)  # before the pool waits for its threads
        free = deque(
            (replace(each, right=right), folder / f"{number}.py")
            for number, each in enumerate(opened_jobs)
        )
        yield from _spread(pool, free, left, checks, stop)


def _spread(
    pool: ThreadPoolExecutor,
    free: deque[tuple[Jobs, Path]],
    left: deque[Mutant],
    checks: list[Check],
    stop: threading.Event,
) -> Iterator[Outcome]:
    """Give each mutant to workers that are free."""
    running: dict[Future[Outcome], tuple[Jobs, Path]] = {}
    while left or running:
        while left and free:
            workers = free.popleft()
            running[pool.submit(_outcome, *workers, left.popleft(), checks, stop)] = workers
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            free.append(running.pop(future))
            yield future.result()


def _outcome(
    jobs: Jobs, path: Path, mutant: Mutant, checks: list[Check], stop: threading.Event
) -> Outcome:
    path.write_text(mutant.code, encoding="utf-8")
    ordered = sorted(checks, key=lambda check: check.task != mutant.task)
    unless_stopped = (check for check in ordered if not stop.is_set())
    return Outcome(mutant, jobs.on(path).first_rejection(unless_stopped))
