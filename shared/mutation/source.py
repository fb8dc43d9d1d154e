"""A source file as the operators see it: its syntax tree, and where in the text each node lies."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.stubs import FUNCTIONS


@dataclass(frozen=True)
class Edit:
    """A change of one piece of the source: `start` and `end` are bytes, `after` is the new text."""

    operator: str
    start: int
    end: int
    after: str


class Code:
    """The tree of `source`, and its text, in bytes of UTF-8 as the tree counts them."""

    def __init__(self, source: str):
        self.data = source.encode()
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._parents = {
            id(child): node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }

    def start(self, node: ast.AST) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def begin(self, statement: ast.stmt) -> int:
        """Where the first line of a statement of the module begins, decorators included."""
        decorators = getattr(statement, "decorator_list", [])
        return self._starts[min(node.lineno for node in (statement, *decorators)) - 1]

    def end(self, node: ast.AST) -> int:
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def between(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def text(self, node: ast.AST) -> str:
        return self.between(self.start(node), self.end(node))

    def line(self, at: int) -> int:
        """The number of the line in which the byte `at` lies."""
        return self.data.count(b"\n", 0, at) + 1

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self._parents.get(id(node))

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node := self.parent(node):
            yield node

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The function in whose body a node stands."""
        return next((each for each in self.ancestors(node) if isinstance(each, FUNCTIONS)), None)

    def replaced(self, operator: str, node: ast.AST, after: str) -> Edit:
        return Edit(operator, self.start(node), self.end(node), after)

    def within(self, operator: str, node: ast.AST, start: int, end: int, new: str) -> Edit:
        """The edit of `node` in which only the bytes from `start` to `end` are replaced."""
        before, after = self.between(self.start(node), start), self.between(end, self.end(node))
        return self.replaced(operator, node, before + new + after)

    def sign(self, left: int, right: int, sign: str) -> tuple[int, int]:
        """Where between two bytes the operator `sign` stands: `<`, `not in`, `+`."""
        pattern = r"\s+".join(map(re.escape, sign.split()))
        found = re.search(pattern.encode(), self.data[left:right])
        return left + found.start(), left + found.end()
