"""The toy course grown to two lessons, with all that a site is made from."""

import base64
from pathlib import Path

from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from shared import notebooks
from shared.curriculum import Lesson, lessons

README = """# A toy course

It doubles, see [the data][data].

## The map

| | Lesson | You build |
|---|---|---|
| **Ground** | **[02 toy](lessons/02_toy/lesson.ipynb)** | doubles |
| | 03 later | *planned:* more |
| **Speed** | **[04 next](lessons/04_next/lesson.ipynb)** | goes on |

## The end

[data]: data/raw/README.md
"""

NEXT = """
[[lesson]]
id = "next"
number = 4
stage = "Speed"
title = "Next & last"
minutes = 5
needs = []
summary = "Goes on."
"""

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVR4nGNgQAcAABIAAWn0iPAAAAAASUVORK5CYII="
)
TEXT = """# Lesson 02: Toy

See [the data](../../data/raw/README.md#Rows) and `exercise.py`. The chance is $1 - s^r$.

## Twice

### Twice

<details><summary>Answer</summary>

**Four.**
</details>
"""


def notebook(text: str) -> dict:
    """A notebook with a figure, an error, coloured output and a table."""
    code = [
        ('figure("Sizes by step")\nplt.show()', "display_data", {"data": {"image/png": "PNG"}}),
        ("%magic", "display_data", {"data": {"image/png": "PNG"}}),
        ("f()", "error", {"ename": "E", "evalue": "v", "traceback": ["\x1b[31mE: <v>\x1b[0m"]}),
        ("g()", "stream", {"name": "stdout", "text": "\x1b[1mbold\x1b[0m & more\n"}),
        ("h()", "execute_result", {"data": {"text/html": "<table><tr><td>1</td></tr></table>"}}),
    ]
    picture = base64.b64encode(PIXEL).decode()
    cells = [new_markdown_cell(text)]
    for count, (source, kind, content) in enumerate(code, 1):
        output = new_output(kind, **content)
        if "image/png" in output.get("data", {}):
            output.data["image/png"] = picture
        if kind == "execute_result":
            output.execution_count = count
        cells.append(new_code_cell(source, outputs=[output], execution_count=count))
    return notebooks.stamp(new_notebook(cells=cells))


def make_course(toy: Lesson) -> Path:
    """Write README, data, notebooks and a second lesson beside the toy lesson; returns the root."""
    root = toy.root
    with (root / "lessons" / "curriculum.toml").open("a") as file:
        file.write(NEXT)
    second = lessons(root)[1]
    second.solution.parent.mkdir()
    second.solution.write_text(toy.solution.read_text())
    notebooks.write(toy.notebook, notebook(TEXT))
    second.folder.mkdir()
    notebooks.write(second.notebook, notebook("# Lesson 04: Next"))
    (root / "README.md").write_text(README)
    (root / "data" / "raw").mkdir(parents=True)
    (root / "data" / "raw" / "README.md").write_text("# Data\n\n## Rows\n\n[rows](rows.txt)\n")
    (root / "data" / "raw" / "rows.txt").write_text("1\n")
    (root / "data" / "raw" / "unlinked.txt").write_text("2\n")
    return root


def soup(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def retext(course: Path, text: str) -> None:
    """Give the first lesson another text, as its author would."""
    notebooks.write(lessons(course)[0].notebook, notebook(text))
