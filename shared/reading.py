"""A notebook as text, for reading it in a terminal."""

import html
import re
from pathlib import Path

from nbconvert.exporters import MarkdownExporter
from nbformat import NotebookNode, ValidationError
from nbformat.v4 import new_markdown_cell
from traitlets.config import Config

from shared import notebooks

HEADING = re.compile(r"(#+) +(.+)")
TASK = re.compile(r"#+ +Task \d+: +(.+)")
DETAILS = re.compile(
    r"<details[^>]*>\s*<summary[^>]*>(.*?)</summary>(.*?)</details>", re.DOTALL | re.IGNORECASE
)
IMAGE = re.compile(r"!\[([^]]*)\]\([^)]*\)|<img\b[^>]*?\balt=[\"']([^\"']*)[\"'][^>]*>")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal would obey instead of showing it."""
PREFERRED = ["text/markdown", "text/plain", "text/latex"]
"""A table of checks comes as HTML and as plain text: a terminal shows the second."""


class NoSectionError(LookupError):
    """The notebook has no section for a task; the message names those it has."""


def markdown(path: Path, *, task: str | None = None, answers: bool = False) -> str:
    """A lesson's notebook, or its section about one task, as Markdown with all outputs.

    Figures are named, and what folds open stands open; the answers to questions only with
    `answers`, and where a task's section has none, a line says where they are. Raises
    NoSectionError, and ValueError for a file that is no notebook.
    """
    try:
        nb = notebooks.read(path)
    except (ValidationError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{notebooks.shown(path)} is no notebook: {error}") from None
    if task:
        lacking = answers and _has_answers(nb.cells)
        nb.cells = section(nb.cells, task)
        if lacking and not _has_answers(nb.cells):
            all_of_them = f"course read {path.parent.name} --answers"
            said = f"*The answers stand in the lesson as a whole: `{all_of_them}`*"
            nb.cells.append(new_markdown_cell(said))
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            cell.source = _readable(cell.source, answers)
        for output in cell.get("outputs", []):
            _make_text(output.get("data", {}), notebooks.figure_title(cell.source))
    exporter = MarkdownExporter(config=Config(NbConvertBase={"display_data_priority": PREFERRED}))
    body, _ = exporter.from_notebook_node(nb)
    body = CONTROL.sub(lambda found: repr(found[0])[1:-1], body)
    return re.sub(r"\n{3,}", "\n\n", body).strip("\n") + "\n"


def section(cells: list[NotebookNode], task: str) -> list[NotebookNode]:
    """The cells about a task: from its heading to the next one that is as high.

    A heading may name several functions, each in backquotes: any of them finds it.
    """
    found: dict[str, list[NotebookNode]] = {}
    names: list[str] = []
    depth = 0
    for cell in cells:
        heading = HEADING.match(cell.source) if cell.cell_type == "markdown" else None
        if heading and (begins := TASK.match(cell.source)):
            names, depth = re.findall(r"`(\w+)`", begins[1]), len(heading[1])
        elif heading and len(heading[1]) <= depth:
            names = []
        for name in names:
            found.setdefault(name, []).append(cell)
    if task not in found:
        known = ", ".join(found) or "none"
        raise NoSectionError(f"the notebook has no task `{task}`; its tasks are: {known}")
    return found[task]


def _has_answers(cells: list[NotebookNode]) -> bool:
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return any(_is_answer(summary) for text in texts for summary, _ in DETAILS.findall(text))


def _is_answer(summary: str) -> bool:
    return summary.strip().startswith("Answer")


def _readable(source: str, answers: bool) -> str:
    """A text cell without what only a browser can show."""

    def unfold(found: re.Match[str]) -> str:
        summary, body = found[1].strip(), found[2].strip()
        if _is_answer(summary) and not answers:
            return f"*{summary}: shown with --answers*"
        end = "" if summary.endswith((".", "?", "!", ":")) else ":"
        return f"**{summary}{end}** {body}"

    return IMAGE.sub(lambda found: _figure(found[1] or found[2]), DETAILS.sub(unfold, source))


def _figure(name: str | None) -> str:
    return f"[figure: {name or 'see the notebook'}]"


def _make_text(data: dict[str, str], title: str) -> None:
    """Put a figure's title in the place of an image, and text in the place of what is HTML only."""
    images = [mime for mime in data if mime.startswith("image/")]
    if images:
        data["text/plain"] = _figure(title)
    elif "text/html" in data and data.get("text/plain", "<").startswith("<"):
        data["text/plain"] = _without_tags(data["text/html"])
    for mime in [*images, "text/html"]:
        data.pop(mime, None)


def _without_tags(page: str) -> str:
    """The text of simple HTML: a line for each row, two blanks between cells."""
    page = re.sub(r"\s+", " ", page)
    page = re.sub(r"</t[dh]>", "  ", page, flags=re.IGNORECASE)
    page = re.sub(r"<br */?>|</(tr|p|div|li|pre|h\d)>", "\n", page, flags=re.IGNORECASE)
    lines = html.unescape(re.sub(r"<[^>]+>", "", page)).split("\n")
    return "\n".join(line.strip() for line in lines).strip()
