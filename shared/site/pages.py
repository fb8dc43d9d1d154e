"""Pages from the course's files: notebooks, Markdown, code."""

import html
import struct
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import jinja2
from bs4 import BeautifulSoup
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from traitlets.config import Config

from shared import notebooks
from shared.site import formulas
from shared.site.errors import SiteError

HERE = Path(__file__).parent
LIGHT, DARK = "xcode", "lightbulb"
"""The styles of Pygments whose every colour can be read on the site's backgrounds."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


class Renderer(IPythonRenderer):
    """Markdown as in a notebook, with formulas drawn."""

    def inline_math(self, body: str) -> str:
        return formulas.draw(body)

    def block_math(self, body: str) -> str:
        return f"<div>{formulas.draw(body)}</div>"

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")


class Exporter(HTMLExporter):
    """The body of a page from a notebook, by the template beside this file."""

    def __init__(self) -> None:
        config = Config()
        config.ExtractOutputPreprocessor.enabled = True
        config.ExtractOutputPreprocessor.output_filename_template = (
            "figure-{cell_index}-{index}{extension}"
        )
        super().__init__(
            config=config,
            template_name="course",
            extra_template_basedirs=[str(HERE / "templates")],
        )

    @jinja2.pass_context
    def markdown2html(self, context: jinja2.runtime.Context, source: str) -> str:
        return markdown(source, context["cell"].get("attachments"))


def markdown(source: str, attachments: dict | None = None) -> str:
    renderer = Renderer(escape=False, attachments=attachments)
    return MarkdownWithMath(renderer=renderer).render(source)


templates.filters["markdown"] = lambda source: Markup(markdown(source))


@dataclass
class Body:
    """What a page shows: its title, the HTML below `main`, entries (level, id, text) of a table of
    contents, and the files that lie beside it."""

    title: str
    content: str
    toc: list[tuple[int, str, str]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)


def from_notebook(nb: NotebookNode, link: Callable[[str], str]) -> Body:
    """The page of a notebook; `link` turns a target in it into one of the site."""
    name_figures(nb)
    content, resources = Exporter().from_notebook_node(nb)
    own = resources["outputs"]
    body = finished(content, lambda target: target if target in own else link(target))
    body.files = dict(own)
    return body


def from_markdown(text: str, link: Callable[[str], str]) -> Body:
    return finished(markdown(text), link)


def from_code(name: str, text: str) -> Body:
    """The page of a Python file."""
    code = highlight(text, PythonLexer(stripnl=False), HtmlFormatter())
    return Body(name, f"<h1><code>{html.escape(name)}</code></h1>\n{code}")


def finished(content: str, link: Callable[[str], str]) -> Body:
    """The HTML with links turned, ids that are unique, and tables in boxes that scroll."""
    soup = BeautifulSoup(content, "html.parser")
    for anchor in soup.select("a.anchor-link"):
        anchor.decompose()
    for name in ("href", "src"):
        for element in soup.find_all(attrs={name: True}):
            element[name] = link(element[name])
    for table in soup.find_all("table"):
        table.wrap(soup.new_tag("div", attrs={"class": "scroll"}))
    toc, seen = [], set()
    for heading in soup.find_all(HEADINGS):
        text = " ".join(heading.get_text().split())
        wanted = heading.get("id") or text.replace(" ", "-")
        number, heading["id"] = 1, wanted
        while heading["id"] in seen:
            number += 1
            heading["id"] = f"{wanted}-{number}"
        seen.add(heading["id"])
        toc.append((int(heading.name[1]), heading["id"], text))
    titles = [text for level, _, text in toc if level == 1]
    if len(titles) != 1:
        raise SiteError(f"a page needs one heading of the first level (`# …`), not {titles}")
    return Body(titles[0], str(soup), [each for each in toc if each[0] in (2, 3)])


def name_figures(nb: NotebookNode) -> None:
    """Give each picture a text for those who do not see it, and its size."""
    place = ""
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            headings = [line for line in cell.source.splitlines() if line.startswith("#")]
            place = headings[-1].strip("# ") if headings else place
        for output in cell.get("outputs", []):
            if picture := output.get("data", {}).get("image/png"):
                width, height = struct.unpack(">II", b64decode(picture)[16:24])
                alt = notebooks.figure_title(cell.source) or f"to the section “{place}”"
                output.metadata["image/png"] = {
                    "alt": f"Figure: {alt}",
                    "width": width,
                    "height": height,
                }


def stylesheet() -> str:
    """The site's style, with colours for code by day and by night."""
    day, night = (
        "\n".join(HtmlFormatter(style=style).get_token_style_defs(".highlight"))
        for style in (LIGHT, DARK)
    )
    return (
        (HERE / "style.css").read_text(encoding="utf-8")
        + f"\n@media not (prefers-color-scheme: dark) {{\n{day}\n}}\n"
        + f"\n@media (prefers-color-scheme: dark) {{\n{night}\n}}\n"
    )
