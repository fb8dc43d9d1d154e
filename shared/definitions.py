"""Where the functions and classes of a file stand, and which of them a task is about.

Everything works on bytes and on the lines that Python itself counts, so that what is not replaced
stays as it is to the letter: line ends, a byte order mark, form feeds.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared import stubs
from shared.curriculum import Lesson
from shared.files import not_utf8

LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class UnreadableError(ValueError):
    """A file is no Python that can be parsed; the message says where it stops."""


@dataclass(frozen=True)
class Definition:
    """A function or class: its qualified name, and its lines (from 1), decorators included."""

    name: str
    first: int
    last: int

    def text(self, lines: list[bytes]) -> bytes:
        return b"".join(lines[self.first - 1 : self.last])


def split_lines(source: bytes) -> list[bytes]:
    """The lines as Python counts them, each with its end; joined, they are `source` again."""
    return LINE.findall(source)


def definitions(source: bytes) -> list[Definition]:
    """The functions and classes of a file, methods too, in file order; not those inside functions.

    Raises UnreadableError where the file cannot be parsed.
    """
    try:
        return sorted(_within(ast.parse(source), ""), key=lambda found: found.first)
    except SyntaxError as error:
        raise UnreadableError(not_utf8(source) or f"line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:  # NUL; nested without end
        raise UnreadableError(str(error) or "nested too deeply") from None


def _within(owner: ast.AST, prefix: str) -> Iterator[Definition]:
    for node in ast.iter_child_nodes(owner):
        if not isinstance(node, (*stubs.FUNCTIONS, ast.ClassDef)):
            yield from _within(node, prefix)  # an `if` around a function
            continue
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        yield Definition(prefix + node.name, first, node.end_lineno)
        if isinstance(node, ast.ClassDef):
            yield from _within(node, f"{prefix}{node.name}.")


def code(known: list[Definition], lines: list[bytes], name: str) -> bytes:
    """All that is called `name`, for a property and its setter are two definitions."""
    return b"".join(each.text(lines) for each in known if each.name == name)


@dataclass(frozen=True)
class Task:
    """What the reference has for one task: the functions that a learner writes, and its helpers.

    `functions` gives the code by qualified name, without the markers.
    """

    name: str
    functions: dict[str, bytes]
    helpers: bytes


def tasks(lesson: Lesson) -> dict[str, Task]:
    """The tasks of a lesson, in its order, from its solution.

    Raises OSError where the solution is not there, StubError where its markers are out of step.
    """
    source = lesson.solution.read_bytes()
    lines, known = split_lines(source), definitions(source)
    marked = stubs.regions(source.decode("utf-8"))
    markers = {line for region in marked for line in (region.first, region.last)}
    bare = [b"" if number in markers else line for number, line in enumerate(lines, 1)]
    found: dict[str, Task] = {}
    for region in marked:
        task = found.get(region.task, Task(region.task, {}, b""))
        around = [d for d in known if d.first < region.first < d.last]  # its END may stand behind
        if around:
            name = max(around, key=lambda definition: definition.first).name  # the innermost
            task.functions[name] = code(known, bare, name)
        else:
            helpers = b"".join(bare[region.first : region.last])
            task = Task(task.name, task.functions, task.helpers + helpers)
        found[region.task] = task
    return found
