"""All mutants of a lesson's solution, and a sample of them."""

import ast
import random
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from shared.mutation.operators import EXPRESSIONS
from shared.mutation.patterns import pattern_edits, pattern_literals
from shared.mutation.source import Code, Edit
from shared.mutation.statements import STATEMENTS
from shared.stubs import Region, regions

SHOWN, AROUND = 70, 25
"""Characters of a piece of code in a mutant's name, and around what differs in a longer one."""


@dataclass(frozen=True)
class Mutant:
    """The solution with one piece replaced. `line_text` is the line in which the piece begins."""

    task: str
    line: int
    line_text: str
    operator: str
    change: str
    code: str

    @property
    def name(self) -> str:
        return f"{self.line}:{self.operator}:{self.change}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it and stays the same when other lines change."""
        return self.task, self.line_text, self.operator, self.change


def shown(before: str, after: str) -> str:
    """`before→after`, each on one line; of long ones what differs and a little around it."""
    before, after = (re.sub(r"\s*\n\s*", " ", text) for text in (before, after))
    if max(len(before), len(after)) > SHOWN:
        head = _common(before, after)
        tail = _common(before[head:][::-1], after[head:][::-1])
        before, after = (_cut(text, head, len(text) - tail) for text in (before, after))
    return f"{before}→{after}"


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, start: int, end: int) -> str:
    start, end = max(start - AROUND, 0), min(end + AROUND, len(text))
    if end - start > SHOWN:
        text = f"{text[: start + SHOWN // 2]}…{text[end - SHOWN // 2 :]}"
        end = start + SHOWN + 1
    return "…" * (start > 0) + text[start:end] + "…" * (end < len(text))


def mutants(source: str, task: str | None = None) -> list[Mutant]:
    """Every mutant of the regions of a solution, or of one task, in file order.

    Each compiles, differs from the solution in its syntax tree and from every other mutant.
    """
    code, found, seen, names = Code(source), [], set(), Counter()
    lines = source.split("\n")
    marked = [region for region in regions(source) if task in (None, region.task)]
    for region, edit in _edits(code, marked):
        statement = next(n for n in reversed(code.tree.body) if code.begin(n) <= edit.start)
        changed = _apply(code, edit, code.begin(statement), code.end(statement))
        tree = _tree(changed)
        key = statement.lineno, tree
        if tree is None or tree == ast.dump(statement) or key in seen:
            continue
        seen.add(key)
        number = code.line(edit.start)
        change = shown(code.between(edit.start, edit.end), edit.after)
        text = lines[number - 1].strip()
        names[region.task, text, edit.operator, change] += 1
        if (times := names[region.task, text, edit.operator, change]) > 1:
            change += f" #{times}"  # the same change twice in a line
        whole = _apply(code, edit, 0, len(code.data))
        found.append(Mutant(region.task, number, text, edit.operator, change, whole))
    return found


def _edits(code: Code, marked: list[Region]) -> Iterator[tuple[Region, Edit]]:
    patterns = {id(node) for node in pattern_literals(code)}
    for region in marked:
        edits = []
        for node in _nodes(code.tree):
            place = node if hasattr(node, "lineno") else code.parent(node)
            if not hasattr(place, "lineno") or not region.holds(place):
                continue
            if id(node) in patterns:
                edits += pattern_edits(code, node)
            elif not isinstance(node, ast.JoinedStr):
                edits += [e for make in (*EXPRESSIONS, *STATEMENTS) for e in make(code, node)]
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            yield region, edit


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """`node` and all below it, but annotations and what stands in f-strings."""
    yield node
    if isinstance(node, ast.JoinedStr):
        return
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _nodes(child)


def _apply(code: Code, edit: Edit, start: int, end: int) -> str:
    return code.between(start, edit.start) + edit.after + code.between(edit.end, end)


def _tree(changed: str) -> str | None:
    """The syntax tree of one statement as text; None if it does not compile, or is not one."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of what a mutant does, say `1 is 2`
            tree = ast.parse(changed)
            compile(tree, "mutant", "exec")
    except (SyntaxError, ValueError):
        return None
    return ast.dump(tree.body[0]) if len(tree.body) == 1 else None


def draw(every: list[Mutant], limit: int, seed: int = 0) -> list[Mutant]:
    """`limit` mutants, in file order, as evenly from the tasks as these have enough of them."""
    left: dict[str, list[int]] = {}
    for index, mutant in enumerate(every):
        left.setdefault(mutant.task, []).append(index)
    for task, indices in left.items():
        random.Random(f"{seed}/{task}").shuffle(indices)
    drawn: list[int] = []
    while len(drawn) < limit and any(left.values()):
        for indices in left.values():
            if indices and len(drawn) < limit:
                drawn.append(indices.pop())
    return [every[index] for index in sorted(drawn)]
