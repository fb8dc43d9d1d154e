"""Run a lesson's checks on a file: drive each in a worker, have the evidence judged, report.

report = run_checks(find("cleaning"))                      # the learner's exercise.py
report = run_checks(find("cleaning"), tasks={"deduplicate"}, seed=7)
"""

import hashlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from shared import curriculum
from shared.checking.client import Worker
from shared.checking.report import Report, Result, Verdict, printable, worst
from shared.checking.spec import Check, LessonChecks, load_checks
from shared.curriculum import Lesson

IMPORT_SECONDS = 10.0
JUDGE_SECONDS, JUDGE_MEGABYTES = 60.0, 4096
"""For the reference and the judge together: they are ours, so only a hang is meant to be caught."""
TOO_LONG = (
    "it was ended at its time limit: it never ends, or its time grows faster than its input "
    "(a loop or a pattern that reads the same part again and again)"
)
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
) -> Report:
    """Run a lesson's checks, or those of some tasks, or some, on `source` (default: exercise.py).

    `seconds` overrides each check's own time limit. What the lesson needs from others comes from
    `load`'s choice for the learner's code, and from the references for the judge. Raises
    SelectionError for an unknown task or check, WorkerError where checks cannot be run at all.
    """
    source = lesson.exercise if source is None else source
    selected = select(load_checks(lesson), tasks, checks)
    needed = curriculum.needs(lesson)
    sources = {n.id: str(curriculum.choose(n.id, root=lesson.root).path) for n in needed}
    with opened(lesson, sources, seed=seed, seconds=seconds) as jobs:
        results = jobs.on(source).run(selected)
    label = source.relative_to(lesson.root) if source.is_relative_to(lesson.root) else source
    return Report(lesson.id, label.as_posix(), seed, results)


@contextmanager
def opened(
    lesson: Lesson, sources: dict[str, str], *, seed: int = 0, seconds: float | None = None
) -> Iterator["Jobs"]:
    """The two workers of a lesson, for one file or for many: `jobs.on(path)` says for which.

    `sources` says which file stands for each lesson that this one needs. Raises WorkerError.
    """
    spec = load_checks(lesson)
    needed = curriculum.needs(lesson)
    references = {need.id: str(need.solution) for need in (*needed, lesson)}
    checks_file = {lesson.checks: f"checks_{lesson.id}"}
    reference_file = {lesson.solution: f"lesson_{lesson.id}"}
    base = {"root": str(lesson.root), "lesson": lesson.id, "checks": str(lesson.checks)}
    with (
        Worker(spec.preload, seed, files=checks_file) as driver,
        Worker(
            spec.preload,
            seed,
            files=checks_file | reference_file,
            sources=references,
            root=lesson.root,
        ) as judge,
    ):
        yield Jobs({**base, "seed": seed}, driver, sources, judge, references, seconds)


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


@dataclass(frozen=True)
class _Driven:
    """What a drive left for the judge."""

    evidence: bytes
    calls: list[str]
    output: str


@dataclass(frozen=True)
class Jobs:
    """Turns checks into jobs for the two workers, and what became of them into results.

    `sources` and `references` say which file stands for which lesson when the learner's code is
    driven and when it is judged. `right` holds digests of evidence that was judged PASS.
    """

    base: dict
    driver: Worker
    sources: dict[str, str]
    judge: Worker
    references: dict[str, str]
    seconds: float | None
    right: set[bytes] = field(default_factory=set)

    def on(self, source: Path) -> "Jobs":
        """The same workers, for the code in `source`."""
        return replace(self, sources={**self.sources, self.base["lesson"]: str(source)})

    def run(self, selected: list[Check]) -> list[Result]:
        """The result of each check. While one is judged, the next is driven."""
        self.judge.wait_until_ready()  # before any code that is checked may touch what it imports
        failure, code = self._probe()
        if failure:
            return [_result(check, *failure) for check in selected]
        with ThreadPoolExecutor(1) as judging:
            cases = {
                check.name: [
                    judging.submit(self._judged, check, case, self._drive(check, case, code))
                    for case in range(len(check.cases()))
                ]
                for check in selected
            }
        return [worst(case.result() for case in cases[check.name]) for check in selected]

    def first_rejection(self, selected: Iterable[Check]) -> Result | None:
        """The first result that is no PASS, if any; the checks after it are not run.

        The same evidence of the same check is judged once: a judge has nothing else to go by.
        """
        self.judge.wait_until_ready()
        failure, code = self._probe()
        for check in selected:
            if failure:
                return _result(check, *failure)
            for case in range(len(check.cases())):
                driven = self._drive(check, case, code)
                if isinstance(driven, Result):
                    return driven
                key = hashlib.sha256(f"{check.name}/{case}/".encode() + driven.evidence).digest()
                if key in self.right:
                    continue
                result = self._judged(check, case, driven)
                if result.verdict is not Verdict.PASS:
                    return result
                self.right.add(key)
        return None

    def _probe(self) -> tuple[tuple[Verdict, str, str] | None, bytes]:
        """How the import of the learner's file fails, if it does; and its code, compiled."""
        job = {**self.base, "kind": "probe", "sources": self.sources, "megabytes": 1024}
        answer, code = self.driver.run({**job, "seconds": self.seconds or IMPORT_SECONDS})
        verdict, message, output = _read(answer)
        return ((verdict, f"on import: {message}", output) if verdict else None), code

    def _drive(self, check: Check, case: int, code: bytes) -> Result | _Driven:
        job = {**self.base, "kind": "drive", "check": check.name, "case": case}
        limits = {"seconds": self.seconds or check.seconds, "megabytes": check.megabytes}
        answer, evidence = self.driver.run({**job, "sources": self.sources, **limits}, code)
        verdict, message, output = _read(answer)
        if verdict:
            return _result(check, verdict, message, output)
        return _Driven(evidence, answer["answer"]["calls"], output)

    def _judged(self, check: Check, case: int, driven: Result | _Driven) -> Result:
        if isinstance(driven, Result):
            return driven
        job = {**self.base, "kind": "judge", "check": check.name, "case": case}
        limits = {"seconds": JUDGE_SECONDS, "megabytes": JUDGE_MEGABYTES}
        answer, _ = self.judge.run(
            {**job, "sources": self.references, "calls": driven.calls, **limits}, driven.evidence
        )
        if answer["status"] != "done":
            message = f"the check itself broke: its judge ended as {answer['status']}"
            return _result(check, Verdict.ERROR, message, driven.output)
        judged = answer["answer"]
        message = printable(judged["message"])  # it quotes what the learner's code returned
        return _result(check, Verdict(judged["verdict"]), message, driven.output)


def _read(answer: dict) -> tuple[Verdict | None, str, str]:
    """What became of a job that ran learner's code: a verdict, unless there is evidence."""
    output = printable(answer["output"])
    if answer["output_lost"]:
        output = f"(… {answer['output_lost']:,} bytes before this)\n{output}"
    status, said = answer["status"], answer.get("answer", {})
    if status == "done" and said.get("outcome") == "evidence":
        return None, "", output
    if status == "done" and str(said.get("outcome")) in set(Verdict) - {"PASS", "FAIL"}:
        return Verdict(said["outcome"]), printable(str(said.get("message"))), output
    code, signal = answer.get("code"), answer.get("signal")
    verdict, message = {
        "exited": (Verdict.CRASH, f"its process ended with code {code} and no answer"),
        "killed": (Verdict.CRASH, f"its process was killed by {signal}"),
        "timeout": (Verdict.TIMEOUT, TOO_LONG),
        "limit": (Verdict.LIMIT, "it was ended at its memory limit"),
    }.get(status, (Verdict.PROTOCOL, NO_REPLY))
    return verdict, message, output


def _result(check: Check, verdict: Verdict, message: str, output: str) -> Result:
    return Result(check.task, check.name, check.title, check.points, verdict, message, output)
