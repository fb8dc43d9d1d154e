"""What a kept notebook must look like, beyond what nbval compares: `lint(nb)` lists what is wrong.

Each rule is a generator of sentences that name the cell and the way out; cells are counted from 0
as nbval counts them, code cells only.
"""

from __future__ import annotations

import ast
import html
import platform
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from nbformat import NotebookNode

from shared import ROOT
from shared.notebooks import digest, normalise

Rule = Callable[[NotebookNode], Iterator[str]]

IGNORED = "nbval-ignore-output"
RAISES = "raises-exception"

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_MIMES = {"text/plain", "text/html", "text/markdown", "image/png"}
_ABSOLUTE = re.compile(
    r"(?<![\w.:/~])/(?:home|root|Users|tmp|private|var|usr|opt|mnt|media|workspace)/\S+"
    r"|\b[A-Z]:\\(?:Users|Windows|Program)"
)
_PROGRESS = re.compile(r"\r(?!\n)|\d+%\||\d+%\s+\d+:\d\d:\d\d|\bit/s\b")
_WARNING = re.compile(r"^\S+:\d+: \w*Warning: ", re.MULTILINE)
_LONG_FLOAT = re.compile(r"(?<![\w.])\d+\.\d{7,}")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_SOURCES = {
    r"os\.system\(|^!|^%%(?:bash|sh)\b": "calls a shell, whose output not every front end keeps: "
    "use subprocess.run(..., capture_output=True) and print",
    r"showtraceback|set_custom_exc": "replaces how errors are shown, so that nbval misses them",
    r"(?i)#\s*nbval[_-]": "carries a marker in a comment: use the cell's tags",
}


def lint(nb: NotebookNode) -> list[str]:
    """Every fault of a notebook, in words; an empty list if there is none."""
    return [fault for rule in RULES for fault in rule(nb)]


def code_cells(nb: NotebookNode) -> list[tuple[str, NotebookNode]]:
    found = [cell for cell in nb.cells if cell.cell_type == "code"]
    return [(f"cell {number}", cell) for number, cell in enumerate(found)]


def tags(cell: NotebookNode) -> list[str]:
    return cell.metadata.get("tags", [])


def texts(cell: NotebookNode) -> Iterator[str]:
    """All text among the outputs, without colours and HTML's tags; tracebacks are left out."""
    for output in cell.outputs:
        yield _ANSI.sub("", output.get("text", "") + output.get("evalue", ""))
        for mime, value in output.get("data", {}).items():
            if mime == "text/html":
                yield html.unescape(re.sub(r"<[^>]+>", " ", value))
            elif mime.startswith("text/"):
                yield value


def was_run_once_from_the_top(nb: NotebookNode) -> Iterator[str]:
    for number, (name, cell) in enumerate(code_cells(nb), start=1):
        if not cell.source.strip():
            yield f"{name} is empty: nobody runs it, so remove it"
        elif cell.execution_count != number:
            yield (
                f"{name} was run as number {cell.execution_count} and not {number}: "
                "execute the notebook from the top"
            )


def errors_are_announced(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        failed = any(output.output_type == "error" for output in cell.outputs)
        if failed and RAISES not in tags(cell):
            yield f"{name} stores an error: mend it, or tag it {RAISES} if the error is the lesson"
        if RAISES in tags(cell) and not failed:
            yield f"{name} is tagged {RAISES} and stores no error: remove the tag"


def names_no_place(nb: NotebookNode) -> Iterator[str]:
    """Paths and hosts of one machine, in outputs, tracebacks and code."""
    for name, cell in code_cells(nb):
        traces = [_ANSI.sub("", line) for o in cell.outputs for line in o.get("traceback", [])]
        for text in (cell.source, *texts(cell), *traces):
            if place := _ABSOLUTE.search(text) or re.search(_here(), text):
                yield f"{name} names {place[0]!r}, which is there on one machine only"
                break


def _here() -> str:
    """This checkout, this home, and this host if its name cannot be an ordinary word."""
    places = [str(ROOT)] + ([str(Path.home())] if len(Path.home().parts) > 2 else [])
    known = [rf"{re.escape(place)}\b" for place in places]
    if re.search(r"\w[-.\d]", host := platform.node()):
        known.append(rf"\b{re.escape(host)}\b")
    return "|".join(known)


def warns_of_nothing(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if any(output.get("name") == "stderr" for output in cell.outputs):
            yield f"{name} stores what went to stderr: remove the warning's cause, or print it"
        elif any(_WARNING.search(text) for text in texts(cell)):
            yield f"{name} stores a warning: remove its cause"


def prints_one_stream(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if len({o.name for o in cell.outputs if o.output_type == "stream"}) > 1:
            yield f"{name} prints to stdout and stderr: their order is not kept, so use one"


def shows_no_progress(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if any(_PROGRESS.search(text) for text in texts(cell)):
            yield f"{name} stores a progress bar: leave it out where TQDM_DISABLE is set"


def figures_are_png(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        for output in cell.outputs:
            data = output.get("data", {})
            if odd := sorted(set(data) - _MIMES):
                yield f"{name} stores {', '.join(odd)}: figures are PNG, tables text or HTML"
            if "image/png" in data and output.output_type == "execute_result":
                yield f"{name} shows a figure as its value: end it with plt.show()"
            elif "image/png" in data and not cell.source.rstrip().endswith("plt.show()"):
                yield f"{name} draws a figure: its last line must be plt.show()"


def silences_nothing(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if re.search(r";[ \t]*(?:#[^\n]*)?\Z", cell.source.rstrip()):
            yield f"{name} ends with a semicolon, which hides a value here but not under nbval"


def tags_mean_what_they_say(nb: NotebookNode) -> Iterator[str]:
    """A cell whose output is not compared must have one, and define nothing for later cells."""
    for name, cell in code_cells(nb):
        if other := [tag for tag in tags(cell) if tag.startswith("nbval-") and tag != IGNORED]:
            yield f"{name} has the tag {', '.join(other)}: only {IGNORED} is used here"
        if IGNORED not in tags(cell):
            continue
        if not cell.outputs:
            yield f"{name} is tagged {IGNORED} and has no output: remove the tag"
        more = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assert)
        if any(isinstance(statement, more) for statement in _parsed(cell)):
            yield f"{name} is tagged {IGNORED} and also defines or asserts: use another cell"


def _parsed(cell: NotebookNode) -> list[ast.stmt]:
    try:
        return ast.parse(cell.source).body
    except SyntaxError:  # on purpose, or another rule's finding
        return []


def rounds_its_numbers(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if IGNORED in tags(cell):
            continue
        for text in texts(cell):
            if number := _LONG_FLOAT.search(text):
                yield f"{name} shows {number[0]}, whose last digits depend on the machine: round it"
                break


def shows_no_addresses(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        if any(_ADDRESS.search(text) for text in texts(cell)):
            yield f"{name} shows a memory address: print the value and not the object"


def does_nothing_that_nbval_misses(nb: NotebookNode) -> Iterator[str]:
    for name, cell in code_cells(nb):
        for pattern, words in _SOURCES.items():
            if re.search(pattern, cell.source, re.MULTILINE):
                yield f"{name} {words}"


def is_normalised(nb: NotebookNode) -> Iterator[str]:
    if normalise(nb) != nb:
        yield "the notebook is not in its normal form: `course notebooks run LESSON` writes that"


def is_stamped(nb: NotebookNode) -> Iterator[str]:
    if nb.metadata.get("course", {}).get("digest") != digest(nb):
        yield (
            "the notebook was edited after its outputs were made: "
            "`course notebooks run LESSON` makes them again"
        )


RULES: tuple[Rule, ...] = (
    was_run_once_from_the_top,
    errors_are_announced,
    names_no_place,
    warns_of_nothing,
    prints_one_stream,
    shows_no_progress,
    figures_are_png,
    silences_nothing,
    tags_mean_what_they_say,
    rounds_its_numbers,
    shows_no_addresses,
    does_nothing_that_nbval_misses,
    is_normalised,
    is_stamped,
)
