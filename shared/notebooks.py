"""The form in which notebooks are kept: normalised, and stamped with a digest of what counts.

The digest (in the notebook's metadata, `course.digest`) covers cell types, sources, tags,
execution counts and outputs. A front end rewrites metadata, ids and file layout by itself when it
saves; none of that changes the digest, but a cell that was edited, added or run again does. So
`is_touched` tells a learner's notebook from the course's.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sysconfig
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared import ROOT
from shared.curriculum import lessons
from shared.files import write_text

if TYPE_CHECKING:  # importing it takes seconds, which `course status` must not
    from nbformat import NotebookNode

KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE_INFO = {"name": "python"}
NAMES_A_FIGURE = ("figure", "set_title", "suptitle")


def notebooks() -> list[Path]:
    """The notebook of each lesson, in course order."""
    return [lesson.notebook for lesson in lessons()]


def shown(path: Path) -> str:
    """A notebook's name for messages: relative to the checkout."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def read(path: Path) -> NotebookNode:
    import nbformat

    return nbformat.read(path, as_version=4)


def write(path: Path, nb: NotebookNode) -> None:
    """Write it whole or not at all."""
    import nbformat

    text = nbformat.writes(nb, version=4)
    write_text(path, text.rstrip("\n") + "\n")


def figure_title(source: str) -> str:
    """The title that a cell gives its figure, where it is written out; else nothing."""
    try:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError):  # a cell with magic in it
        return ""
    for call in calls:
        called = getattr(call.func, "attr", getattr(call.func, "id", ""))
        title = getattr(call.args[0], "value", None) if call.args else None
        if called in NAMES_A_FIGURE and isinstance(title, str):
            return title
    return ""


def normalise(nb: NotebookNode) -> NotebookNode:
    """A copy in the one form: the same content gives the same file, on any machine.

    Metadata is reduced to the kernel, the course's own and tags. Ids come from the cells' content.
    Streams in pieces are joined. In tracebacks, which nbval does not compare, paths are shortened.
    """
    import nbformat

    metadata = {"kernelspec": KERNELSPEC, "language_info": LANGUAGE_INFO}
    if "course" in nb.metadata:
        metadata["course"] = nb.metadata.course
    cells, seen = [], {}
    for cell in nb.cells:
        content = hashlib.sha256(f"{cell.cell_type}\0{cell.source}".encode()).hexdigest()[:12]
        seen[content] = seen.get(content, 0) + 1
        number = "" if seen[content] == 1 else f"-{seen[content]}"
        tags = cell.metadata.get("tags")
        new = {
            "cell_type": cell.cell_type,
            "id": content + number,
            "metadata": {"tags": tags} if tags else {},
            "source": cell.source,
        }
        if cell.cell_type == "code":
            new["execution_count"] = cell.execution_count
            new["outputs"] = [_normal_output(one) for one in _joined(cell.outputs)]
        elif cell.get("attachments"):
            new["attachments"] = cell.attachments
        cells.append(new)
    made = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}
    return nbformat.from_dict(made)


def _joined(outputs: list[NotebookNode]) -> list[dict[str, Any]]:
    """Join neighbouring pieces of one stream: where it was cut depends on timing."""
    joined: list[dict[str, Any]] = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if (
            output.output_type == "stream" == last.get("output_type")
            and output.name == last["name"]
        ):
            last["text"] += output.text
        else:
            joined.append(dict(output))
    return joined


def _normal_output(output: dict[str, Any]) -> dict[str, Any]:
    new = {key: value for key, value in output.items() if key != "transient"}
    if "data" in new:
        new["metadata"] = {}
        new["data"] = {
            mime: value.strip() if mime == "image/png" else value
            for mime, value in new["data"].items()
        }
    if "traceback" in new:
        new["traceback"] = [_without_paths(line) for line in new["traceback"]]
    return new


def _without_paths(line: str) -> str:
    """Name files of the checkout, the libraries and Python by what they are, not where they lie."""
    for start, name in _places():
        line = line.replace(start, name)
    return line


@cache
def _places() -> list[tuple[str, str]]:
    """(how a path of this machine begins, what to write instead), inner folders first."""
    home, python = os.path.expanduser("~"), sysconfig.get_paths()
    named = [
        (python["platlib"], "site-packages/"),
        (python["purelib"], "site-packages/"),
        (python["stdlib"], "python/"),
        (str(ROOT), ""),
    ]
    if len(home) > 1:  # "/" is no home to shorten
        named += [
            ("~" + folder[len(home) :], name)
            for folder, name in named
            if folder.startswith(home + "/")
        ]  # IPython writes ~ itself
        named.append((home, "~/"))
    return [(folder + "/", name) for folder, name in named]


def digest(nb: NotebookNode) -> str:
    """A hash of what the learner sees and may change: see the module's docstring."""
    content = [
        [
            cell.cell_type,
            cell.source,
            cell.metadata.get("tags") or [],
            cell.get("execution_count"),
            [_content(_normal_output(one)) for one in _joined(cell.get("outputs", []))],
        ]
        for cell in nb.cells
    ]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _content(output: dict[str, Any]) -> list[Any]:
    kept = ("output_type", "name", "text", "data", "ename", "evalue")
    return [[key, output[key]] for key in kept if key in output]


def stamp(nb: NotebookNode) -> NotebookNode:
    """The normalised notebook with its digest in the metadata."""
    made = normalise(nb)
    made.metadata["course"] = {"digest": digest(made)}
    return made


def is_touched(path: Path) -> bool:
    """Has this notebook been changed, or run again, since the course stamped it?"""
    try:
        nb = _quickly_read(path)
        return nb.metadata.get("course", {}).get("digest") != digest(nb)
    except (ValueError, LookupError, TypeError, AttributeError):  # no notebook of the course's
        return True


class _Node(dict):
    __getattr__ = dict.__getitem__


def _quickly_read(path: Path) -> _Node:
    """A notebook without nbformat, as far as `digest` looks: texts kept in lines are joined."""
    nb = json.loads(path.read_bytes(), object_hook=_Node)
    for cell in nb.cells:
        outputs = cell.get("outputs", [])
        for node in (cell, *outputs, *(output.get("data", {}) for output in outputs)):
            for key in node.keys() - {"traceback", "application/json"}:
                if isinstance(node[key], list) and key != "outputs":
                    node[key] = "".join(node[key])
    return nb


def untouched(paths: list[Path]) -> tuple[list[Path], list[Path]]:
    """(those to prove, those a learner has changed); in CI nothing counts as changed."""
    if "CI" in os.environ:
        return list(paths), []
    changed = [path for path in paths if is_touched(path)]
    return [path for path in paths if path not in changed], changed
