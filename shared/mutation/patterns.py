"""Mutation operators inside regular expressions, on the text of their literals.

A class loses a piece or is negated, a quantifier changes, an alternative, an escape or an anchor
is dropped, a lookaround is turned round. The text is that of the source, with its quotes, its
f-string fields and its escapes, so that nothing but the piece changes.
"""

import ast
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from shared.mutation.source import Code, Edit

FUNCTIONS = {"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall"}
FUNCTIONS |= {"finditer"}
LITERAL = re.compile(r"""([A-Za-z]*)('{3}|"{3}|'|")((?:\\.|.)*?)\2""", re.DOTALL)
ESCAPE = r"x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[pP]\{\{?.*?\}\}?|."
FIELD = r"\{(?!\{)[^{}]*\}|\{\{|\}\}"


def pattern_literals(code: Code) -> list[ast.Constant | ast.JoinedStr]:
    """The literals that are patterns of `re` or `regex`, or pieces of one by name."""
    values = {
        target.id: node.value
        for node in ast.walk(code.tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    queue = [n.args[0] for n in ast.walk(code.tree) if _takes_a_pattern(n)]
    found, names = {}, set()
    while queue:
        node = queue.pop()
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        ):
            found[id(node)] = node
        elif isinstance(node, ast.BinOp):
            queue += [node.left, node.right]
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in values and part.id not in names:
                names.add(part.id)
                queue.append(values[part.id])
    return list(found.values())


def _takes_a_pattern(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return False
    module, name = node.func.value, node.func.attr
    return isinstance(module, ast.Name) and module.id in ("re", "regex") and name in FUNCTIONS


@dataclass(frozen=True)
class Item:
    """A character of a pattern, an escape, or a field of an f-string; where, in characters."""

    text: str
    start: int
    end: int


def items(segment: str) -> list[Item]:
    """The items of a literal, which may be several literals that stand side by side."""
    found = []
    for literal in LITERAL.finditer(segment):
        prefix, _, body = literal.groups()
        raw, formatted = "r" in prefix.lower(), "f" in prefix.lower()
        escape = rf"\\(?:{ESCAPE})" if raw else rf"\\\\(?:{ESCAPE})|\\(?:{ESCAPE})"
        item = re.compile(f"{escape}|{FIELD}|." if formatted else f"{escape}|.", re.DOTALL)
        for match in item.finditer(body):
            at = literal.start(3)
            found.append(Item(match[0], at + match.start(), at + match.end()))
    return found


def pattern_edits(code: Code, node: ast.Constant | ast.JoinedStr) -> Iterator[Edit]:
    """All edits of one literal."""
    segment, base = code.text(node), code.start(node)
    read = items(segment)
    for first, last, change in _Scan(read).edits():
        start, end = read[first].start, read[last].end
        after, position = "", start
        for index, text in sorted(change.items()):
            after += segment[position : read[index].start] + text
            position = read[index].end
        after += segment[position:end]
        begin = base + len(segment[:start].encode())
        yield Edit("pattern", begin, begin + len(segment[start:end].encode()), after)


Change = tuple[int, int, dict[int, str]]
"""The first and the last item of what is shown, and the new text of the items that change."""


class _Scan:
    """One walk over the items of a pattern."""

    def __init__(self, read: list[Item]):
        self.texts = [item.text for item in read]

    def edits(self) -> Iterator[Change]:
        """The edits, in the order in which their pieces end."""
        texts, at, atom = self.texts, 0, None
        groups = [[0]]  # of each open group: where it begins, then where its alternatives do
        while at < len(texts):
            text = texts[at]
            if text == "[":
                end = self._class_end(at)
                yield from self._class(at, end)
                atom, at = at, end + 1
            elif text == "(":
                groups.append([at])
                at = yield from self._group_begin(at)
                groups[-1].append(at)
                atom = None
            elif text == ")" and len(groups) > 1:
                opened, *starts = groups.pop()
                yield from self._alternatives(starts, at, opened, at)
                atom, at = opened, at + 1
            elif text == "|":
                groups[-1].append(at + 1)
                atom, at = None, at + 1
            elif atom is not None and (width := self._quantifier_width(at)):
                yield from self._quantifier(atom, at, width)
                at += width
            else:
                if text in "^$" or (text[0] == "\\" and len(text) > 1):
                    yield at, at, {at: ""}
                atom, at = at, at + 1
        if len(groups) == 1:
            yield from self._alternatives([0, *groups[0][1:]], len(texts), 0, len(texts) - 1)

    def _class_end(self, at: int) -> int:
        first = at + 2 if self.texts[at + 1] == "^" else at + 1
        return self.texts.index("]", first + 1)  # `]` is no end where it comes first

    def _class(self, start: int, end: int) -> Iterator[Change]:
        negated = self.texts[start + 1] == "^"
        yield start, end, {start + 1: ""} if negated else {start: "[^"}
        at, pieces = start + 1 + negated, []
        while at < end:
            width = 3 if self.texts[at + 1] == "-" and at + 2 < end else 1
            pieces.append(range(at, at + width))
            at += width
        if len(pieces) > 1:
            for piece in pieces:
                yield start, end, dict.fromkeys(piece, "")

    def _group_begin(self, at: int) -> Generator[Change, None, int]:
        """Turns a lookaround round; returns where the content of the group begins."""
        texts = self.texts
        if texts[at + 1] != "?":
            return at + 1
        sign = at + 3 if texts[at + 2] == "<" else at + 2
        if texts[sign] in "=!":
            yield at, sign, {sign: "!" if texts[sign] == "=" else "="}
            return sign + 1
        while texts[at] not in ":>)" and at + 1 < len(texts):
            at += 1
        return at if texts[at] == ")" else at + 1

    def _alternatives(self, starts: list[int], end: int, first: int, last: int) -> Iterator[Change]:
        bounds = [*starts, end + 1]
        if len(starts) < 2:
            return
        for at, begin in enumerate(starts):
            stop = bounds[at + 1] - 1  # the `|` after it, or the end
            gone = range(begin - 1, stop) if at else range(begin, stop + 1)
            yield first, last, dict.fromkeys(gone, "")

    def _quantifier_width(self, at: int) -> int:
        if self.texts[at] in "*+?":
            return 1
        if self.texts[at] not in ("{", "{{"):
            return 0
        closing = "}" * len(self.texts[at])
        end = self.texts.index(closing, at) if closing in self.texts[at:] else at
        return end + 1 - at if re.fullmatch(r"\d+,?\d*", "".join(self.texts[at + 1 : end])) else 0

    def _quantifier(self, atom: int, at: int, width: int) -> Iterator[Change]:
        if width > 1:
            numbers = re.split("(,)", "".join(self.texts[at + 1 : at + width - 1]))
            for place, number in enumerate(numbers):
                for step in (1, -1) if number.isdigit() else ():
                    new = [*numbers[:place], str(int(number) + step), *numbers[place + 1 :]]
                    gone = dict.fromkeys(range(at + 2, at + width - 1), "")
                    yield atom, at + width - 1, {at + 1: "".join(new), **gone}
            return
        for new in {"*": ("+", ""), "+": ("*", ""), "?": ("",)}[self.texts[at]]:
            yield atom, at, {at: new}
