"""Mutation operators on statements: each yields the edits that it makes of one node."""

import ast
from collections.abc import Iterator

from shared.mutation.source import Code, Edit

EMPTY = {
    "str": '""',
    "bytes": 'b""',
    "int": "0",
    "float": "0.0",
    "bool": "False",
    "list": "[]",
    "dict": "{}",
    "tuple": "()",
    "set": "set()",
}


def deletions(code: Code, node: ast.AST) -> Iterator[Edit]:
    """A statement to `pass`: calls, guards, `raise`, `break`, assignments that another precedes.

    Where a name has no other value, deleting it is a NameError, which says nothing about checks.
    """
    kinds = (ast.AugAssign, ast.Raise, ast.Assert, ast.Delete, ast.If, ast.Break, ast.Continue)
    is_call = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    rebinds = isinstance(node, ast.Assign) and _rebinds(code, node)
    if is_call or rebinds or isinstance(node, kinds):
        yield code.replaced("statement", node, "pass")


def _rebinds(code: Code, node: ast.Assign) -> bool:
    function = code.function(node)
    if function is None:
        return False
    parameters = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)}
    bound = parameters | {
        part.id
        for part in ast.walk(function)
        if isinstance(part, ast.Name)
        and isinstance(part.ctx, ast.Store)
        and part.lineno < node.lineno
    }
    names = [part for target in node.targets for part in ast.walk(target)]
    return all(
        part.id in bound
        for part in names
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )


def returns(code: Code, node: ast.AST) -> Iterator[Edit]:
    """What is returned to None, and to what is empty among the function's results."""
    if not isinstance(node, ast.Return) or node.value is None:
        return
    function = code.function(node)
    annotation = function.returns
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    yield code.replaced("return", node.value, "None")
    if isinstance(annotation, ast.Name) and annotation.id in EMPTY:
        yield code.replaced("return", node.value, EMPTY[annotation.id])


def loops(code: Code, node: ast.AST) -> Iterator[Edit]:
    """`break` to `continue`, and back."""
    if isinstance(node, ast.Break):
        yield code.replaced("loop", node, "continue")
    elif isinstance(node, ast.Continue):
        yield code.replaced("loop", node, "break")


def exceptions(code: Code, node: ast.AST) -> Iterator[Edit]:
    """What is caught to Exception, and to nothing, or to one kind less where there are several."""
    if not isinstance(node, ast.ExceptHandler) or node.type is None:
        return
    if isinstance(node.type, ast.Tuple):
        kinds = [code.text(kind) for kind in node.type.elts]
        for at in range(len(kinds)):
            left = kinds[:at] + kinds[at + 1 :]
            yield code.replaced("exception", node.type, f"({', '.join(left)},)")
    else:
        yield code.replaced("exception", node.type, "()")
    yield code.replaced("exception", node.type, "Exception")


STATEMENTS = (deletions, returns, loops, exceptions)
