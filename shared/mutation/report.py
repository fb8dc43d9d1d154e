"""What a run on mutants says: the shares, and every mutant that passed."""

from dataclasses import asdict, dataclass

from shared.curriculum import Lesson
from shared.mutation import survivors
from shared.mutation.mutants import Mutant
from shared.mutation.running import Outcome
from shared.mutation.survivors import Known

GOAL = 0.95
"""The least share of mutants that is rejected or explained."""


@dataclass(frozen=True)
class Survivor:
    """A mutant that every check passed, and what is known of it."""

    mutant: Mutant
    known: Known | None

    def as_dict(self) -> dict:
        found = {key: value for key, value in asdict(self.mutant).items() if key != "code"}
        kind = self.known.kind if self.known else "unexplained"
        reason = self.known.reason if self.known else None
        return {"name": self.mutant.name, **found, "kind": kind, "reason": reason}


@dataclass(frozen=True)
class Report:
    """The outcomes of a lesson's mutants; `drawn` of `possible` were to be run."""

    lesson: str
    seed: int
    possible: int
    drawn: int
    rejected: list[Outcome]
    stillborn: list[Outcome]
    survived: list[Survivor]
    outdated: list[Known]
    """Explained as survivors, and rejected now."""

    @property
    def ran(self) -> int:
        """Mutants that say something: those that import."""
        return len(self.rejected) + len(self.survived)

    @property
    def complete(self) -> bool:
        return self.ran + len(self.stillborn) == self.drawn

    def count(self, kind: str | None) -> int:
        return sum((s.known.kind if s.known else None) == kind for s in self.survived)

    @property
    def plain_share(self) -> float:
        return len(self.rejected) / self.ran if self.ran else 0.0

    @property
    def share(self) -> float:
        """Of the mutants that differ from the solution for some input, so far as is known."""
        different = self.ran - self.count("equivalent")
        return len(self.rejected) / different if different else 0.0

    @property
    def passed(self) -> bool:
        answered = self.ran - self.count(None)
        return self.complete and self.ran > 0 and answered >= GOAL * self.ran

    def verdicts(self) -> dict[str, int]:
        """How many were rejected with which verdict."""
        found: dict[str, int] = {}
        for outcome in self.rejected:
            verdict = str(outcome.rejected.verdict)
            found[verdict] = found.get(verdict, 0) + 1
        return found

    def as_dict(self) -> dict:
        """The report as one JSON document."""
        return {
            "lesson": self.lesson,
            "seed": self.seed,
            "possible": self.possible,
            "drawn": self.drawn,
            "complete": self.complete,
            "passed": self.passed,
            "rejected": len(self.rejected),
            "verdicts": self.verdicts(),
            "stillborn": len(self.stillborn),
            "equivalent": self.count("equivalent"),
            "accepted": self.count("accepted"),
            "unexplained": self.count(None),
            "share": round(self.share, 4),
            "plain_share": round(self.plain_share, 4),
            "survivors": [survivor.as_dict() for survivor in self.survived],
            "outdated": [asdict(entry) for entry in self.outdated],
        }


def summed_up(
    lesson: Lesson, outcomes: list[Outcome], *, seed: int, possible: int, drawn: int
) -> Report:
    """The report on outcomes, in file order. Raises ValueError for a bad survivors.toml."""
    known = survivors.read(lesson)
    outcomes = sorted(outcomes, key=lambda outcome: outcome.mutant.line)
    survived = [o.mutant for o in outcomes if o.rejected is None]
    stillborn = [o for o in outcomes if o.is_stillborn]
    rejected = [o for o in outcomes if o.rejected is not None and not o.is_stillborn]
    return Report(
        lesson.id,
        seed,
        possible,
        drawn,
        rejected,
        stillborn,
        [Survivor(mutant, known.get(mutant.key)) for mutant in survived],
        [known[o.mutant.key] for o in rejected if o.mutant.key in known],
    )
