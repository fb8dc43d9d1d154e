"""What to do next: the same sentences in the notebook and in the terminal."""

import os
import subprocess

from shared import progress, stubs
from shared.checking.report import MEANING, Report, Result, Verdict
from shared.checking.spec import load_checks
from shared.curriculum import Lesson
from shared.files import not_utf8


def next_step(lesson: Lesson, report: Report) -> str:
    """One or two sentences that follow a report: where to go on."""
    result = report.first_open()
    own = report.source == lesson.exercise.relative_to(lesson.root).as_posix()
    if result is None:
        return _after_pass(lesson, report) if own else "Everything passes."
    if not own:
        return f"The first to look at: {result.check}."
    if result.verdict is Verdict.NOT_ATTEMPTED:
        return _not_begun(lesson, report, result)
    if not lesson.exercise.exists():
        return no_exercise(lesson)
    if result.verdict is Verdict.IMPORT_ERROR:
        if fault := not_utf8(lesson.exercise.read_bytes()):
            return f"{report.source}, {fault}, then check again."
        return f"Mend {report.source} until it can be imported, then check again."
    again = f"Change `{result.task}` in {report.source}, save, and check again."
    return f"{again} {hint_offer(lesson, result.task)}"


def no_exercise(lesson: Lesson) -> str:
    file = lesson.exercise.relative_to(lesson.root).as_posix()
    return f"There is no {file}: course reset {lesson.id} writes it anew."


def hint_offer(lesson: Lesson, task: str) -> str:
    return f"A hint: course hint {lesson.id} {task}"


def _after_pass(lesson: Lesson, report: Report) -> str:
    if progress.is_passed(lesson):
        return f"Lesson {lesson.number:02d} is done: every check passes."
    passed = progress.tasks_passed(lesson)
    open_ones = [task for task in load_checks(lesson).tasks if task not in passed]
    if open_ones:
        return f"Done. Next: `{open_ones[0]}`, in the same file."
    return f"Done. The file has changed since the other tasks passed: course check {lesson.id}"


def _not_begun(lesson: Lesson, report: Report, result: Result) -> str:
    text = f"Write `{result.task}` in {report.source}, save, and check again."
    if stubs.is_untouched(lesson.exercise) and (others := edited_elsewhere(lesson)):
        return (
            f"{report.source} is as it was handed out: it is the file to edit. "
            f"Changed instead: {', '.join(others)}."
        )
    return f"{text} {hint_offer(lesson, result.task)}"


def edited_elsewhere(lesson: Lesson) -> list[str]:
    """Files that someone may have edited by mistake: copies of the exercise, the solution, checks.

    The copies are found by name; the others need git to tell, and are not named without it.
    """
    known = {lesson.exercise.name, stubs.NEW}
    copies = [path for path in lesson.folder.glob("*.py") if path.name not in known]
    found = [path.relative_to(lesson.root).as_posix() for path in sorted(copies)]
    watched = [str(lesson.solution.parent), str(lesson.checks.parent)]
    try:
        done = subprocess.run(
            ["git", "status", "--porcelain", "-z", "-uall", "--no-renames", "--", *watched],
            cwd=lesson.root,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return found
    return found + [entry[3:] for entry in done.stdout.split("\0") if entry.endswith(".py")]


def details(result: Result) -> str:
    """What is wrong with one result, in words: message, and what the code printed."""
    lines = [result.message or MEANING[result.verdict]]
    if result.output.strip():
        lines += ["It printed:", result.output.strip()]
    return "\n".join(lines)
