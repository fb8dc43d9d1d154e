"""Mutation operators on expressions: each yields the edits that it makes of one node.

They are the usual ones (DeMillo, Lipton, Sayward 1978; Offutt 1996): slips that a programmer makes.
What stands in an f-string or is the message of an exception is text for people, and left alone.
"""

import ast
from collections.abc import Iterator
from itertools import pairwise

from shared.mutation.source import Code, Edit

COMPARISONS = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
}
ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.MatMult: ("@", "*"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
CALLED_WITHOUT = {"strip", "lstrip", "rstrip", "split", "rsplit", "encode", "decode", "pop"}
CALLED_WITHOUT |= {"round", "splitlines", "read", "readline", "defaultdict", "Counter"}
"""Functions that take one argument or none."""


def comparisons(code: Code, node: ast.AST) -> Iterator[Edit]:
    """`a < b` to `a <= b` and `a >= b`, `==` to `!=`, `in` to `not in`, `is` to `is not`."""
    if not isinstance(node, ast.Compare):
        return
    operands = [node.left, *node.comparators]
    for left, sign, right in zip(operands, node.ops, operands[1:], strict=False):
        old, new = COMPARISONS[type(sign)]
        place = code.sign(code.end(left), code.start(right), old)
        for each in new:
            yield code.within("compare", node, *place, each)


def arithmetic(code: Code, node: ast.AST) -> Iterator[Edit]:
    """`a + b` to `a - b` and so on, `a += b` to `a -= b` and `a = b`, `-a` and `~a` to `a`."""
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        yield code.replaced("arithmetic", node, code.text(node)[1:].lstrip())
        return
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        if any(_is_text(each) for each in (left, right)):
            return  # texts can only be joined
    elif isinstance(node, ast.AugAssign):
        left, right = node.target, node.value
    else:
        return
    old, new = ARITHMETIC[type(node.op)]
    start, end = code.sign(code.end(left), code.start(right), old)
    yield code.within("arithmetic", node, start, end, new)
    if isinstance(node, ast.AugAssign):
        yield code.within("arithmetic", node, start, end, "")


def _is_text(node: ast.AST) -> bool:
    is_constant = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    return is_constant or isinstance(node, ast.JoinedStr)


def booleans(code: Code, node: ast.AST) -> Iterator[Edit]:
    """`a and b` to `a or b`, `a` and `b`; `not a` to `a`; any other condition `a` to `not a`."""
    if isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        values = node.values
        for left, right in pairwise(values):
            place = code.sign(code.end(left), code.start(right), old)
            yield code.within("boolean", node, *place, new)
        for at, value in enumerate(values):
            if at:
                place = code.end(values[at - 1]), code.end(value)
            else:
                place = code.start(value), code.start(values[1])
            yield code.within("boolean", node, *place, "")
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield code.replaced("boolean", node, code.text(node).removeprefix("not").lstrip())
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield from _negated(code, node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield from _negated(code, test)


def _negated(code: Code, test: ast.expr) -> Iterator[Edit]:
    has_its_own = isinstance(test, (ast.Compare, ast.BoolOp))
    is_not = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    if not has_its_own and not is_not and not isinstance(test, ast.Constant):
        yield code.replaced("boolean", test, f"not ({code.text(test)})")


def constants(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Numbers one more and one less, True to False, texts to empty ones and empty ones to `"?"`."""
    if not isinstance(node, ast.Constant) or isinstance(code.parent(node), ast.Expr):
        return
    value = node.value
    if isinstance(value, bool):
        yield code.replaced("constant", node, str(not value))
    elif isinstance(value, (int, float)):
        yield code.replaced("constant", node, repr(value + 1))
        yield code.replaced("constant", node, repr(value - 1))
    elif isinstance(value, (str, bytes)):
        other = type(value)() if value else {str: "?", bytes: b"?"}[type(value)]
        yield code.replaced("constant", node, repr(other))


def slices(code: Code, node: ast.AST) -> Iterator[Edit]:
    """A bound of a slice dropped, or moved by one where it has no number of its own."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return
    for bound in (node.slice.lower, node.slice.upper, node.slice.step):
        if bound is None:
            continue
        yield code.within("slice", node, code.start(bound), code.end(bound), "")
        if not any(isinstance(part, ast.Constant) for part in ast.walk(bound)):
            yield code.within("slice", node, code.end(bound), code.end(bound), " + 1")


def arguments(code: Code, node: ast.AST) -> Iterator[Edit]:
    """An argument dropped, two neighbours swapped, a keyword argument dropped.

    The only argument is dropped where a call does without: elsewhere that is a TypeError.
    """
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.GeneratorExp) for a in node.args):
        return
    said = [*node.args, *node.keywords]
    if len(said) == 1 and code.text(node.func).rpartition(".")[2] not in CALLED_WITHOUT:
        return
    for at, part in enumerate(said):
        if isinstance(part, ast.JoinedStr):
            continue
        kind = "keyword" if isinstance(part, ast.keyword) else "argument"
        if at:
            place = code.end(said[at - 1]), code.end(part)
        else:
            place = code.start(part), code.start(said[1]) if len(said) > 1 else code.end(part)
        yield code.within(kind, node, *place, "")
    for one, other in pairwise(node.args):
        gap = code.between(code.end(one), code.start(other))
        swapped = code.text(other) + gap + code.text(one)
        yield code.within("argument", node, code.start(one), code.end(other), swapped)


def defaults(code: Code, node: ast.AST) -> Iterator[Edit]:
    """The default of a parameter: None to 0, any other to None."""
    if isinstance(node, ast.arguments):
        for default in (*node.defaults, *filter(None, node.kw_defaults)):
            is_none = isinstance(default, ast.Constant) and default.value is None
            yield code.replaced("default", default, "0" if is_none else "None")


EXPRESSIONS = (comparisons, arithmetic, booleans, constants, slices, arguments, defaults)
