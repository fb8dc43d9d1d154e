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
import sys
import tokenize
from dataclasses import dataclass
from pathlib import Path

from shared.curriculum import Lesson

BEGIN = re.compile(r"### BEGIN SOLUTION task=([A-Za-z]\w*)\s*$")
END = re.compile(r"### END SOLUTION\s*$")
DIGEST = re.compile(r" \[stub ([0-9a-f]{12})\]$")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class StubError(ValueError):
    """The markers in a solution do not enclose what a region may hold; names file line and rule."""


@dataclass(frozen=True)
class Region:
    """A marked region: `first` and `last` are the 1-based lines of its two markers."""

    task: str
    first: int
    last: int
    indent: int

    def holds(self, node: ast.AST) -> bool:
        return self.first < node.lineno and node.end_lineno < self.last

    def cuts(self, node: ast.stmt) -> bool:
        """Does one of the markers stand inside a statement that is not a block around it?"""
        ends_beyond = self.first < node.lineno < self.last < node.end_lineno
        begins_within = node.lineno < self.first < node.end_lineno
        return ends_beyond or (begins_within and not hasattr(node, "body"))


def regions(source: str) -> list[Region]:
    """The marked regions of a solution, in file order. Raises StubError for markers out of step."""
    found: list[Region] = []
    begun: tuple[str, int, int] | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or "SOLUTION" not in token.string:
            continue
        line, column = token.start
        if opening := BEGIN.match(token.string):
            if begun:
                raise StubError(f"line {line}: a region begins inside the one of line {begun[1]}")
            begun = opening.group(1), line, column
        elif END.match(token.string):
            if not begun:
                raise StubError(f"line {line}: END SOLUTION without a BEGIN")
            if column != begun[2]:
                raise StubError(f"line {line}: END SOLUTION is not indented as its BEGIN")
            found.append(Region(begun[0], begun[1], line, column))
            begun = None
        elif token.string.startswith("###"):
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
    if statements[0].col_offset != region.indent:
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
    """Is it a helper that may vanish: a function, class or constant whose name begins with `_`?"""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return node.name.startswith("_")
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return all(isinstance(target, ast.Name) and target.id.startswith("_") for target in targets)


def _replacement(tree: ast.Module, region: Region, message: str) -> list[str]:
    """The stub's lines for a region."""
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
    lines = [" " * region.indent + f"raise NotImplementedError({message!r})".replace("'", '"')]
    yields = _own_yields(owner)
    if yields and all(region.holds(node) for node in yields):
        lines.append(" " * region.indent + "yield  # keeps this a generator")
    return lines


def _ruff(source: str, *arguments: str) -> str:
    """`source` after one pass of ruff."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *arguments, "--quiet", "--stdin-filename", "stub.py", "-"],
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
        lines = source.splitlines()
        for region in reversed(marked):
            message = f"{region.task}: lesson {lesson.number:02d}, task {numbers[region.task]}"
            lines[region.first - 1 : region.last] = _replacement(tree, region, message)
    except StubError as error:
        raise StubError(f"{lesson.solution.name} of lesson {lesson.id}, {error}") from None
    body = "\n".join(lines) + "\n"
    body = _ruff(body, "check", "--fix-only", "--select", "F401,I001")  # imports of the solution
    return _stamped(lesson, _ruff(body, "format"))


def _stamped(lesson: Lesson, body: str) -> str:
    title = f"# Lesson {lesson.number:02d}: this is the file you edit."
    return f"{title} Check it with: course check {lesson.id} [stub {_digest(body)}]\n{body}"


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:12]


def is_untouched(exercise: Path) -> bool:
    """Is the file still a stub as it was generated, whatever generated it? (Line ends aside.)"""
    text = exercise.read_text(encoding="utf-8-sig", errors="replace")  # turns CRLF into \n
    first, _, body = text.partition("\n")
    stamp = DIGEST.search(first)
    return bool(stamp) and stamp.group(1) == _digest(body)


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
        lesson.exercise.parent.mkdir(parents=True, exist_ok=True)
        lesson.exercise.write_text(make_stub(lesson), encoding="utf-8", newline="\n")
    return before
