"""solution.py -> exercise.py: the solution is the only source of the stub.

What a learner must write stands between `### BEGIN SOLUTION task=NAME` and `### END SOLUTION`.
The generator finds the markers in the token stream (so a marker inside a string is none) and what
they enclose in the syntax tree (so a region is whole statements, never half of one).

The first line of a stub carries a digest of the rest: as long as it fits, nobody has written in the
file, and it may be generated anew. A file that a learner has begun is never overwritten.
"""

import ast
import hashlib
import io
import re
import subprocess
import tokenize
from dataclasses import dataclass
from pathlib import Path

from ruff import find_ruff_bin

from shared import ROOT
from shared.curriculum import Lesson
from shared.files import write_text

BEGIN = re.compile(r"### BEGIN SOLUTION task=([A-Za-z]\w*)\s*$")
END = re.compile(r"### END SOLUTION\s*$")
LIKE_A_MARKER = re.compile(r"#+ *(BEGIN|END)\W+SOLUTION", re.IGNORECASE)
DIGEST = re.compile(r" \[stub ([0-9a-f]{12})\]$")
NEW = "exercise.new.py"
"""A new stub that `course update` cannot fit into the learner's exercise; git ignores it."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = (*FUNCTIONS, ast.ClassDef, ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try)
BLOCKS += (ast.TryStar, ast.With, ast.AsyncWith, ast.Match)


class StubError(ValueError):
    """The markers in a solution do not enclose what a region may hold; names file line and rule."""


@dataclass(frozen=True)
class Region:
    """A marked region: `first` and `last` are the 1-based lines of its two markers, `indent` is
    what stands before them."""

    task: str
    first: int
    last: int
    indent: str

    def holds(self, node: ast.AST) -> bool:
        return self.first < _first_line(node) and node.end_lineno < self.last

    def cuts(self, node: ast.stmt) -> bool:
        """Does one of the markers stand inside a statement that is not a block around it?"""
        ends_beyond = self.first < _first_line(node) < self.last < node.end_lineno
        begins_within = _first_line(node) < self.first < node.end_lineno
        return ends_beyond or (begins_within and not isinstance(node, BLOCKS))


def _first_line(node: ast.AST) -> int:
    """Where a node begins, its decorators included."""
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])


def regions(source: str) -> list[Region]:
    """The marked regions of a solution, in file order. Raises StubError for markers out of step."""
    found: list[Region] = []
    begun: tuple[str, int, str] | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or not LIKE_A_MARKER.match(token.string):
            continue
        line, column = token.start
        indent = token.line[:column]
        if indent.strip():
            raise StubError(f"line {line}: a marker shares its line with code")
        if opening := BEGIN.match(token.string):
            if begun:
                raise StubError(f"line {line}: a region begins inside the one of line {begun[1]}")
            begun = opening.group(1), line, indent
        elif END.match(token.string):
            if not begun:
                raise StubError(f"line {line}: END SOLUTION without a BEGIN")
            if indent != begun[2]:
                raise StubError(f"line {line}: END SOLUTION is not indented as its BEGIN")
            found.append(Region(begun[0], begun[1], line, indent))
            begun = None
        else:
            raise StubError(
                f"line {line}: {token.string!r} is neither `### BEGIN SOLUTION task=NAME` "
                "nor `### END SOLUTION`"
            )
    if begun:
        raise StubError(f"line {begun[1]}: BEGIN SOLUTION without an END")
    return found


def tasks(source: str) -> list[str]:
    """The tasks of a solution, numbered by where they first appear."""
    return list(dict.fromkeys(region.task for region in regions(source)))


def _enclosed(tree: ast.Module, region: Region) -> tuple[ast.AST, list[ast.stmt]]:
    """Whose statements a region holds, and which: (owner, statements)."""
    found: list[tuple[ast.AST, ast.stmt]] = []
    queue: list[ast.AST] = [tree]
    while queue:
        owner = queue.pop()
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.stmt) and region.holds(node):
                found.append((owner, node))
                continue
            if isinstance(node, ast.stmt) and region.cuts(node):
                raise StubError(f"line {region.first}: the region cuts a statement in two")
            queue.append(node)
    if not found:
        raise StubError(f"line {region.first}: the region is empty")
    owners = {id(owner): owner for owner, _ in found}
    if len(owners) > 1:
        raise StubError(f"line {region.first}: the region spans more than one block")
    statements = sorted((node for _, node in found), key=lambda node: node.lineno)
    if statements[0].col_offset != len(region.indent):
        raise StubError(f"line {region.first}: the marker is not indented as what follows it")
    return found[0][0], statements


def _own_yields(function: ast.AST) -> list[ast.AST]:
    """The yields that make `function` a generator: not those of functions inside it."""
    found, queue = [], list(function.body)
    while queue:
        node = queue.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            found.append(node)
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            queue += ast.iter_child_nodes(node)
    return found


def _private(node: ast.stmt) -> bool:
    """Is it a helper that may vanish: a function, class or constant whose name begins with `_`?

    Not `__all__` and its like, which are part of a module's face.
    """
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        names = [node.name]
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = [part for target in targets for part in ast.walk(target)]
        names = [part.id for part in parts if isinstance(part, ast.Name)]
    else:  # the text that documents a constant may go with it
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return all(name.startswith("_") and not name.startswith("__") for name in names)


def _replacement(tree: ast.Module, region: Region, marked: list[Region], message: str) -> list[str]:
    """The stub's lines for one of the `marked` regions."""
    owner, statements = _enclosed(tree, region)
    if isinstance(owner, ast.Module):
        if not all(_private(node) for node in statements):
            raise StubError(
                f"line {region.first}: a region outside a function holds private helpers only "
                "(names that begin with `_`): what a learner must write needs its signature"
            )
        return []
    if not isinstance(owner, FUNCTIONS) or owner.name == "__del__":
        raise StubError(
            f"line {region.first}: a region must be statements of one function's body "
            "(not of a class, of `__del__`, or of a block inside the function)"
        )
    if owner.body[0] in statements and ast.get_docstring(owner) is not None:
        raise StubError(f"line {region.first}: the docstring stands inside: it is for the learner")
    lines = [f'{region.indent}raise NotImplementedError("{message}")']
    yields = _own_yields(owner)
    vanish = all(any(other.holds(node) for other in marked) for node in yields)
    if vanish and any(region.holds(node) for node in yields):
        lines.append(f"{region.indent}yield  # keeps this a generator")
    return lines


def _ruff(source: str, *arguments: str) -> str:
    """`source` after one pass of ruff, with the course's settings wherever it is called from."""
    options = ["--quiet", "--no-cache", "--stdin-filename", "stub.py", "-"]
    done = subprocess.run(
        [find_ruff_bin(), *arguments, *options],
        cwd=ROOT,
        input=source.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise StubError(f"ruff refuses the stub: {done.stderr.decode().strip()}")
    return done.stdout.decode()


def make_stub(lesson: Lesson) -> str:
    """The text of `exercise.py` for a lesson, from its solution.

    Raises StubError where a region is not whole statements of one function body.
    """
    source = lesson.solution.read_text(encoding="utf-8")
    try:
        tree = ast.parse(source)
        marked = regions(source)
        numbers = {task: number for number, task in enumerate(tasks(source), 1)}
        lines = source.split("\n")  # splitlines() would also split at form feeds and the like
        for region in reversed(marked):
            message = f"{region.task}: lesson {lesson.number:02d}, task {numbers[region.task]}"
            lines[region.first - 1 : region.last] = _replacement(tree, region, marked, message)
        body = "\n".join(lines)
        body = _ruff(body, "check", "--fix-only", "--select", "F401,I001")  # solution's imports
        return _stamped(lesson, _ruff(body, "format"))
    except SyntaxError as error:
        what = f"line {error.lineno}: {error.msg}"
    except StubError as error:
        what = str(error)
    raise StubError(f"{lesson.solution.name} of lesson {lesson.id}, {what}")


def _stamped(lesson: Lesson, body: str) -> str:
    title = f"# Lesson {lesson.number:02d}: edit this file, then: course check {lesson.id}"
    return f"{title} [stub {_digest(body)}]\n{body}"


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:12]


def is_untouched(exercise: Path) -> bool:
    """Is the file still a stub as it was generated, whatever generated it? (Line ends aside.)"""
    text = exercise.read_text(encoding="utf-8-sig", errors="replace")  # turns CRLF into \n
    first, _, body = text.partition("\n")
    stamp = DIGEST.search(first)
    return bool(stamp) and stamp.group(1) == _digest(body)


def is_begun(exercise: Path) -> bool:
    """Is the file there, and no stub any more? Unlike `state` this makes no stub."""
    return exercise.exists() and not is_untouched(exercise)


def state(lesson: Lesson) -> str:
    """`current`, `stale` (a stub, but not today's), `missing`, or `begun` by a learner."""
    if not lesson.exercise.exists():
        return "missing"
    if not is_untouched(lesson.exercise):
        return "begun"
    text = lesson.exercise.read_text(encoding="utf-8-sig")
    return "current" if text == make_stub(lesson) else "stale"


def write(lesson: Lesson) -> str:
    """Generate `exercise.py` unless a learner has begun it; returns the state it was in."""
    before = state(lesson)
    if before in ("missing", "stale"):
        write_text(lesson.exercise, make_stub(lesson))
    return before
