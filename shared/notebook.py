"""Checks and hints in a notebook: `check("cleaning", "strip_controls")` ends a cell."""

import html
import os

from shared import advice, progress
from shared.checking.report import Report, Verdict
from shared.checking.runner import run_checks
from shared.checking.spec import load_checks
from shared.curriculum import Lesson, find

MARKS = {Verdict.PASS: "✓", Verdict.NOT_ATTEMPTED: "·"}


class CheckView:
    """A report as a small table, with what to do next; the same on every machine."""

    def __init__(self, lesson: Lesson, report: Report):
        self.lesson, self.report = lesson, report
        self.next_step = advice.next_step(lesson, report)
        first = report.first_open()
        begun = first is not None and first.verdict is not Verdict.NOT_ATTEMPTED
        self.details = f"{first.check}: {advice.details(first)}" if begun else ""

    def _title(self) -> str:
        score = f"{self.report.earned} of {self.report.points} points"
        return f"{self.report.source}: {score}"

    def __repr__(self) -> str:
        lines = [self._title()]
        for result in self.report.results:
            mark = MARKS.get(result.verdict, "✗")
            lines.append(f"  {mark} {result.verdict:<13} {result.title}")
        return "\n".join([*lines, *filter(None, [self.details]), self.next_step])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{MARKS.get(result.verdict, '✗')}</td><td>{result.verdict}</td>"
            f'<td style="text-align:left">{html.escape(result.title)}</td>'
            f"<td>{result.earned}/{result.points}</td></tr>"
            for result in self.report.results
        )
        parts = [f"<p><b>{html.escape(self._title())}</b></p><table>{rows}</table>"]
        if self.details:
            parts.append(f"<pre>{html.escape(self.details)}</pre>")
        return "".join([*parts, f"<p>{html.escape(self.next_step)}</p>"])


def check(lesson: str, task: str | None = None, *, seed: int = 0) -> CheckView:
    """Check one task of a lesson, or all, on the file as it is saved now.

    With COURSE_SOURCE=solution, as in CI, it is the reference that is checked, and the title says
    so. Raises UnknownLessonError or SelectionError for names that do not exist.
    """
    found = find(lesson)
    tasks = [task] if task else []
    if os.environ.get("COURSE_SOURCE") == "solution":
        return CheckView(found, run_checks(found, found.solution, tasks=tasks, seed=seed))
    return CheckView(found, progress.check_exercise(found, tasks, seed=seed))


def hint(lesson: str, task: str) -> None:
    """Print the next hint for a task: each call goes one further, the last one stays."""
    print(next_hint(find(lesson), task))


def next_hint(lesson: Lesson, task: str) -> str:
    """The next hint with its place among them. Raises LookupError for an unknown task."""
    hints = load_checks(lesson).hints
    if task not in hints:
        raise LookupError(f"{lesson.id} has no task `{task}`; its tasks are: {', '.join(hints)}")
    tier = progress.next_hint(lesson, task, len(hints[task]))
    text = f"{task}, hint {tier + 1} of {len(hints[task])}: {hints[task][tier]}"
    if tier + 1 < len(hints[task]):
        return text
    reference = f"course solution {lesson.id} {task} --show"
    return f"{text}\nThat is the last hint. To see the reference: {reference}"
