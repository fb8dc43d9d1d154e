"""What differs between a learner's functions and the reference's, task by task."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from shared import stubs
from shared.curriculum import Lesson
from shared.definitions import Task, UnreadableError, code, definitions, split_lines


@dataclass(frozen=True)
class Passage:
    """Something to show: a sentence, and code under it that is `python`, a `diff`, or none."""

    said: str
    code: str = ""
    language: str = "python"


def passages(lesson: Lesson, task: Task) -> Iterator[Passage]:
    """One passage for each function of a task, and one for the helpers that the reference has.

    Functions are found by their names, so their order, and what else stands in the learner's file,
    do not matter.
    """
    mine = _functions(lesson.exercise.read_bytes()) if lesson.exercise.exists() else {}
    empty = _functions(stubs.make_stub(lesson).encode())
    for name, reference in task.functions.items():
        theirs = _text(reference)
        own = mine.get(name)
        if own is None or own == empty.get(name):
            why = "not in your file" if own is None else "not begun"
            yield Passage(f"`{name}` is {why}. The reference:", theirs)
        elif own == theirs:
            yield Passage(f"`{name}`: yours is the same as the reference's.")
        else:
            yield Passage(
                f"`{name}`, from yours (-) to the reference's (+):", _diff(own, theirs), "diff"
            )
    if helpers := _text(task.helpers).strip("\n"):
        yield Passage("What the reference has beside it:", helpers)


def _functions(source: bytes) -> dict[str, str]:
    """The code of each function by its qualified name; of a file that is no Python, none."""
    try:
        known = definitions(source)
    except UnreadableError:
        return {}
    lines = split_lines(source)
    return {each.name: _text(code(known, lines, each.name)) for each in known}


def _text(source: bytes) -> str:
    text = source.decode("utf-8", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _diff(own: str, theirs: str) -> str:
    lines = difflib.unified_diff(
        own.split("\n"), theirs.split("\n"), "yours", "reference", lineterm=""
    )
    return "\n".join(lines)
