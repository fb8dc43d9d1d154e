"""What running checks says: verdicts, results, and a report of a whole lesson."""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """Every way that a check can end; none is blank and none is silently zero."""

    PASS = "PASS"
    FAIL = "FAIL"
    NOT_ATTEMPTED = "NOT_ATTEMPTED"
    IMPORT_ERROR = "IMPORT_ERROR"
    ERROR = "ERROR"
    TIMEOUT = "TIMEOUT"
    LIMIT = "LIMIT"
    CRASH = "CRASH"
    PROTOCOL = "PROTOCOL"


MEANING = {
    Verdict.PASS: "right",
    Verdict.FAIL: "it ran, and the answer is wrong",
    Verdict.NOT_ATTEMPTED: "not written yet",
    Verdict.IMPORT_ERROR: "the file could not be imported",
    Verdict.ERROR: "it raised an exception",
    Verdict.TIMEOUT: "it ran too long and was ended",
    Verdict.LIMIT: "it used too much memory and was ended",
    Verdict.CRASH: "its process ended before it answered",
    Verdict.PROTOCOL: "what came back is no answer: something else wrote on the reply channel",
}


@dataclass(frozen=True)
class Result:
    """How one check ended. `message` says what is wrong, `output` is what the code printed."""

    task: str
    check: str
    title: str
    points: int
    verdict: Verdict
    message: str = ""
    output: str = ""

    @property
    def earned(self) -> int:
        return self.points if self.verdict is Verdict.PASS else 0


@dataclass(frozen=True)
class Report:
    """The results of a lesson's checks (or of some of them), in the order of the lesson."""

    lesson: str
    source: str
    seed: int
    results: list[Result] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return bool(self.results) and all(r.verdict is Verdict.PASS for r in self.results)

    @property
    def points(self) -> int:
        return sum(result.points for result in self.results)

    @property
    def earned(self) -> int:
        return sum(result.earned for result in self.results)

    def first_open(self) -> Result | None:
        """What to look at next: the first failure, or else the first thing not yet written."""
        open_ones = [r for r in self.results if r.verdict is not Verdict.PASS]
        begun = [r for r in open_ones if r.verdict is not Verdict.NOT_ATTEMPTED]
        return next(iter(begun or open_ones), None)

    def tasks(self) -> dict[str, list[Result]]:
        grouped: dict[str, list[Result]] = {}
        for result in self.results:
            grouped.setdefault(result.task, []).append(result)
        return grouped

    def as_dict(self) -> dict:
        """The report as one JSON document."""
        summary = {"passed": self.passed, "points": self.points, "earned": self.earned}
        results = [{**asdict(result), "earned": result.earned} for result in self.results]
        return {
            "lesson": self.lesson,
            "source": self.source,
            "seed": self.seed,
            **summary,
            "results": results,
        }


def worst(results: Iterable[Result]) -> Result:
    """The result that stands for a check's cases: the first that did not pass, if any."""
    every = list(results)
    return next((r for r in every if r.verdict is not Verdict.PASS), every[0])


def printable(text: str) -> str:
    """Text from a learner's process, made harmless for a terminal: no escape sequences, nothing
    that turns or hides what follows, and no lone surrogates, which cannot be written anywhere."""
    unsafe = (
        r"[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f]"
    )
    return re.sub(unsafe, lambda found: repr(found[0])[1:-1], text)
