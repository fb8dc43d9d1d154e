"""Run a lesson's checks on a file: drive each in a worker, have the evidence judged, report.

report = run_checks(find("cleaning"))                      # the learner's exercise.py
report = run_checks(find("cleaning"), tasks={"deduplicate"}, seed=7)
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from shared import curriculum
from shared.checking.client import Worker
from shared.checking.report import Report, Result, Verdict, printable, worst
from shared.checking.spec import Check, LessonChecks, load_checks
from shared.curriculum import Lesson

IMPORT_SECONDS = 10.0
JUDGE_SECONDS = 60.0
"""For the reference and the judge together: they are ours, so only a hang is meant to be caught."""
NO_REPLY = "its reply was not the one message that was due"


class SelectionError(LookupError):
    """A task or check was named that the lesson does not have; the message names those it has."""


def run_checks(
    lesson: Lesson,
    source: Path | None = None,
    *,
    tasks: Iterable[str] = (),
    checks: Iterable[str] = (),
    seed: int = 0,
    seconds: float | None = None,
    on_result: Callable[[Result], None] | None = None,
) -> Report:
    """Run a lesson's checks, or those of some tasks, or some, on `source` (default: exercise.py).

    `seconds` overrides each check's own time limit. What the lesson needs from others comes from
    `load`'s choice for the learner's code, and from the references for the judge. Raises
    SelectionError for an unknown task or check, WorkerError where checks cannot be run at all.
    """
    source = lesson.exercise if source is None else source
    spec = load_checks(lesson)
    selected = select(spec, tasks, checks)
    needed = curriculum.needs(lesson)
    jobs = _Jobs(
        base={
            "root": str(lesson.root),
            "lesson": lesson.id,
            "checks": str(lesson.checks),
            "seed": seed,
        },
        sources={
            **{n.id: str(curriculum.choose(n.id, root=lesson.root).path) for n in needed},
            lesson.id: str(source),
        },
        references={need.id: str(need.solution) for need in (*needed, lesson)},
        seconds=seconds,
    )

    def one_worker(share: list[Check]) -> list[Result]:
        with Worker(spec.preload, seed) as worker:
            if failure := jobs.probe(worker):
                return [jobs.result(check, *failure) for check in share]
            found = []
            for check in share:
                found.append(jobs.check(worker, check))
                if on_result:
                    on_result(found[-1])
            return found

    shares = _shares(selected)
    with ThreadPoolExecutor(len(shares)) as pool:
        results = {r.check: r for share in pool.map(one_worker, shares) for r in share}
    label = source.relative_to(lesson.root) if source.is_relative_to(lesson.root) else source
    ordered = [results[check.name] for check in selected]
    return Report(lesson.id, label.as_posix(), seed, ordered)


def select(spec: LessonChecks, tasks: Iterable[str], checks: Iterable[str]) -> list[Check]:
    """The checks named, or all. Raises SelectionError for a name that is none."""
    tasks, checks = set(tasks), set(checks)
    for kind, wanted, known in (
        ("task", tasks, set(spec.tasks)),
        ("check", checks, {check.name for check in spec.checks}),
    ):
        if unknown := sorted(wanted - known):
            message = f"there is no {kind} `{unknown[0]}` in this lesson; it has: "
            raise SelectionError(message + ", ".join(sorted(known)))
    return [
        check
        for check in spec.checks
        if (not tasks or check.task in tasks) and (not checks or check.name in checks)
    ]


def _shares(selected: list[Check]) -> list[list[Check]]:
    """Two workers where there is enough to do for two."""
    count = 2 if len(selected) > 8 and (os.cpu_count() or 1) > 1 else 1
    return [selected[start::count] for start in range(count)]


@dataclass(frozen=True)
class _Jobs:
    """Turns checks into jobs for a worker, and what became of them into results.

    `sources` and `references` say which file stands for which lesson when the learner's code is
    driven and when it is judged.
    """

    base: dict
    sources: dict[str, str]
    references: dict[str, str]
    seconds: float | None

    def probe(self, worker: Worker) -> tuple[Verdict, str, str] | None:
        """How the import of the learner's file fails, if it does."""
        job = {**self.base, "kind": "probe", "sources": self.sources, "megabytes": 1024}
        answer, _ = worker.run({**job, "seconds": self.seconds or IMPORT_SECONDS})
        verdict, message, output = self._read(answer)
        return (verdict, f"on import: {message}", output) if verdict else None

    def check(self, worker: Worker, check: Check) -> Result:
        return worst(self._case(worker, check, case) for case in range(len(check.cases())))

    def _case(self, worker: Worker, check: Check, case: int) -> Result:
        job = {**self.base, "check": check.name, "case": case, "megabytes": check.megabytes}
        limit = self.seconds or check.seconds
        drive = {**job, "kind": "drive", "sources": self.sources, "seconds": limit}
        answer, evidence = worker.run(drive)
        verdict, message, output = self._read(answer)
        if verdict:
            return self.result(check, verdict, message, output)
        calls = answer["answer"].get("calls")
        if not isinstance(calls, list):
            return self.result(check, Verdict.PROTOCOL, NO_REPLY, output)
        calls = [str(call) for call in calls]
        judge = {**job, "kind": "judge", "sources": self.references, "calls": calls}
        answer, _ = worker.run({**judge, "seconds": JUDGE_SECONDS, "megabytes": 4096}, evidence)
        if answer["status"] != "done":
            message = f"the check itself broke: its judge ended as {answer['status']}"
            return self.result(check, Verdict.ERROR, message, output)
        judged = answer["answer"]
        message = printable(judged["message"])  # it quotes what the learner's code returned
        return self.result(check, Verdict(judged["verdict"]), message, output)

    def _read(self, answer: dict) -> tuple[Verdict | None, str, str]:
        """What became of a job that ran learner's code: a verdict, unless there is evidence."""
        output = printable(answer["output"])
        if answer["output_lost"]:
            output = f"(… {answer['output_lost']:,} bytes before this)\n{output}"
        status, said = answer["status"], answer.get("answer", {})
        if status == "done" and said.get("outcome") == "evidence":
            return None, "", output
        if status == "done" and str(said.get("outcome")) in set(Verdict) - {"PASS", "FAIL"}:
            return Verdict(said["outcome"]), printable(str(said.get("message"))), output
        verdict, message = {
            "exited": (
                Verdict.CRASH,
                f"its process ended with code {answer.get('code')} and no answer",
            ),
            "killed": (Verdict.CRASH, f"its process was killed by {answer.get('signal')}"),
            "timeout": (Verdict.TIMEOUT, "it was ended at its time limit"),
            "limit": (Verdict.LIMIT, "it was ended at its memory limit"),
        }.get(status, (Verdict.PROTOCOL, NO_REPLY))
        return verdict, message, output

    def result(self, check: Check, verdict: Verdict, message: str, output: str) -> Result:
        return Result(check.task, check.name, check.title, check.points, verdict, message, output)
