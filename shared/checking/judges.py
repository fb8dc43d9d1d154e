"""Judges: what makes evidence right. They run where the learner's code does not.

A judge answers None where the evidence is right, else a `Difference`: where, and what is wrong.
It gets the reference's evidence as a function, and calls it only where it needs to: driving the
reference takes as long as driving the learner's code.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shared.checking.difference import Difference, first_difference, kind_of, show
from shared.checking.evidence import Array, decode, encode

Reference = Callable[[], Any]
"""Gives the reference's evidence for the same inputs; the second call costs nothing."""


def as_evidence(value: Any) -> Any:
    """A value that a check states, in the form that evidence has: arrays and all."""
    return decode(encode(value))


@dataclass(frozen=True)
class Same:
    """Evidence must be what the reference's is, for the same inputs."""

    atol: float = 0.0
    rtol: float = 0.0

    def judge(
        self, evidence: Any, known: dict[str, Any], reference: Reference
    ) -> Difference | None:
        return first_difference(evidence, reference(), atol=self.atol, rtol=self.rtol)


@dataclass(frozen=True)
class Equals:
    """Evidence must be a value that the check states."""

    value: Any
    atol: float = 0.0
    rtol: float = 0.0

    def judge(
        self, evidence: Any, known: dict[str, Any], reference: Reference
    ) -> Difference | None:
        return first_difference(evidence, as_evidence(self.value), atol=self.atol, rtol=self.rtol)


@dataclass(frozen=True)
class Within:
    """Numbers may be off by `bound` from the exact value: the reference's, or `of`."""

    bound: float
    of: Any = None

    def judge(
        self, evidence: Any, known: dict[str, Any], reference: Reference
    ) -> Difference | None:
        exact = reference() if self.of is None else as_evidence(self.of)
        return first_difference(evidence, exact, atol=self.bound)


@dataclass(frozen=True)
class Holds:
    """Evidence must satisfy a predicate: where many answers are right.

    The predicate asks by name for any of `evidence`, `reference`, `given` and the check's
    parameters; it returns None where all is well, else a sentence that says what is wrong.
    """

    predicate: Callable[..., str | None]

    def judge(
        self, evidence: Any, known: dict[str, Any], reference: Reference
    ) -> Difference | None:
        if evidence in ([], (), {}) and reference():  # would satisfy most predicates
            return Difference((), f"{show(evidence)}, which is empty")
        try:
            answer = self._answer({**known, "evidence": evidence}, reference)
        except Exception as error:  # noqa: BLE001 - see below
            # The predicate expects a structure as the reference's. Where it breaks on another,
            # that is the learner's mistake; where it breaks on the reference's, its own.
            self._answer({**known, "evidence": reference()}, reference)
            return _other_structure(evidence, reference()) or Difference(
                (), f"{show(evidence)}, in which something is missing or odd ({error!r})"
            )
        return None if answer is None else Difference((), answer, sentence=True)

    def _answer(self, known: dict[str, Any], reference: Reference) -> str | None:
        wanted = inspect.signature(self.predicate).parameters
        if "reference" in wanted:
            known = {**known, "reference": reference()}
        answer = self.predicate(**{name: known[name] for name in wanted})
        if answer is not None and not isinstance(answer, str):
            raise TypeError(f"the predicate answered {answer!r}: it must be None or a sentence")
        return answer


def _other_structure(actual: Any, expected: Any, path: tuple = ()) -> Difference | None:
    """Where the types and dict keys of two pieces of evidence part, whatever their values."""
    if type(actual) is not type(expected):
        text = f"{show(actual)}, a {kind_of(actual)}; expected a {kind_of(expected)}"
        return Difference(path, text)
    if isinstance(expected, Array) and actual.data.shape != expected.data.shape:
        text = f"an array of shape {actual.data.shape}; expected {expected.data.shape}"
        return Difference(path, text)
    if isinstance(expected, dict):
        if actual.keys() != expected.keys():
            text = f"the entries {sorted(map(str, actual))}; expected {sorted(map(str, expected))}"
            return Difference(path, text)
        pairs = [(key, actual[key], expected[key]) for key in expected]
    elif isinstance(expected, (list, tuple)):
        if isinstance(expected, tuple) and len(actual) != len(expected):
            return Difference(path, f"{len(actual)} items; expected {len(expected)}")
        pairs = [
            (at, mine, theirs)
            for at, (mine, theirs) in enumerate(zip(actual, expected, strict=False))
        ]
    else:
        return None
    found = (_other_structure(mine, theirs, (*path, at)) for at, mine, theirs in pairs)
    return next(filter(None, found), None)


def same(*, atol: float = 0.0, rtol: float = 0.0) -> Same:
    """As the reference's evidence; floats may be off by `atol + rtol * |reference|`."""
    return Same(atol, rtol)


def equals(value: Any, *, atol: float = 0.0, rtol: float = 0.0) -> Equals:
    """As `value`; floats may be off by `atol + rtol * |value|`."""
    return Equals(value, atol, rtol)


def holds(predicate: Callable[..., str | None]) -> Holds:
    """As the predicate says; see `Holds`."""
    return Holds(predicate)


def within(bound: float, of: Any = None) -> Within:
    """At most `bound` from the exact value, in absolute terms."""
    return Within(bound, of)
