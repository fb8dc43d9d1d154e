'''Wrong answers that a lesson's checks must reject: `tests/lessons/*/mistakes/*.py`.

A mistake is the solution with a few pieces of text replaced, so that it differs in one thing only
and can never fall behind:

    """Only C0 is removed: NEL and the 8-bit CSI of old terminals stay."""
    REJECTED_BY = "removes_c1"
    REPLACE = [("old text, found once in solution.py", "new text")]

`VERDICT` is there where the check ends otherwise than with FAIL, say with TIMEOUT.
'''

from dataclasses import dataclass
from pathlib import Path

from shared.checking.report import Verdict
from shared.curriculum import Lesson, import_file


@dataclass(frozen=True)
class Mistake:
    """One wrong answer: its whole code, and the check that must reject it with which verdict."""

    name: str
    title: str
    rejected_by: str
    verdict: Verdict
    code: str


def read_mistake(lesson: Lesson, path: Path) -> Mistake:
    """A mistake, applied to the lesson's solution.

    Raises ValueError where a text to replace is not found exactly once, or a name is missing.
    """
    module = import_file(path, f"mistake_{lesson.id}_{path.stem}")
    code = lesson.solution.read_text(encoding="utf-8")
    for attribute in ("__doc__", "REJECTED_BY", "REPLACE"):
        if not getattr(module, attribute, None):
            raise ValueError(f"{path.name}: {attribute} is missing")
    for old, new in module.REPLACE:
        if (count := code.count(old)) != 1:
            raise ValueError(f"{path.name}: {old!r} stands {count} times in solution.py, not once")
        code = code.replace(old, new)
    title = module.__doc__.strip().partition("\n")[0]
    verdict = Verdict(getattr(module, "VERDICT", "FAIL"))
    return Mistake(path.stem, title, module.REJECTED_BY, verdict, code)
