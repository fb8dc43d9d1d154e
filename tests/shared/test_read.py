"""A notebook can be read in a terminal, also where there is no Jupyter."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from rich.console import Console
from rich.text import Text

from shared import ROOT, curriculum, notebooks, reading, stubs
from shared.commands import learn

QUESTION = """## Questions

**1.** What is twice two?

<details><summary>Answer</summary>

**Four.** Because.
</details>

<details>
<summary>Why so few?</summary>
Others *follow*.
</details>"""


def output(**data: str) -> nbformat.NotebookNode:
    mimes = {key.replace("_", "/"): value for key, value in data.items()}
    return new_output("display_data", mimes)


@pytest.fixture
def toy(toy_course):
    """The toy lesson with a notebook that holds one of everything."""
    show = new_code_cell('figure(\n    "Bytes by step", x="step")\nplt.show()')
    show.outputs = [output(image_png="iVBORw0KGgo=", text_plain="<Figure size 1x1>")]
    check = new_code_cell('check("toy", "double")')
    check.outputs = [output(text_html="<table><tr><td>✓</td></tr></table>", text_plain="✓ PASS")]
    page = new_code_cell("page")
    page.outputs = [
        output(
            text_html="<table><tr><th>a</th><th>b</th></tr>\n"
            "<tr><td>1 &lt; 2</td><td>x</td></tr></table>",
            text_plain="<IPython.core.display.HTML object>",
        )
    ]
    rows = new_code_cell("rows")
    rows.outputs = [output(text_markdown="| a |\n| --- |\n| 1 |", text_plain="<Markdown>")]
    printed = new_code_cell("print()")
    printed.outputs = [
        new_output("stream", name="stdout", text="\x1b]0;title\x07 and \x9b1m\tend\n")
    ]
    raised = new_code_cell("1 / 0")
    raised.outputs = [
        new_output("error", ename="ZeroDivisionError", evalue="x", traceback=["\x1b[31mby zero"])
    ]
    cells = [
        new_markdown_cell("# Toy"),
        new_markdown_cell(
            "### Task 1: `double`\n\nTwice. ![a map](map.png) <img src='x' alt='a hat'/>"
        ),
        check,
        new_markdown_cell("#### A word on numbers"),
        new_markdown_cell("### Task 2: `join`, `split`"),
        new_markdown_cell("Words."),
        new_markdown_cell("## Measure"),
        *(show, page, rows, printed, raised),
        new_markdown_cell(QUESTION),
    ]
    notebooks.write(toy_course.notebook, notebooks.normalise(new_notebook(cells=cells)))
    return toy_course


@pytest.fixture
def text(toy) -> str:
    return reading.markdown(toy.notebook)


class TestMarkdown:
    def test_text_code_and_outputs_are_there(self, text):
        assert text.startswith("# Toy\n\n### Task 1: `double`\n")
        assert '```python\ncheck("toy", "double")\n```\n\n    ✓ PASS\n' in text
        assert "by zero" in text
        assert text.endswith("\n")
        assert "\n\n\n" not in text

    def test_figures_are_named(self, text):
        assert "    [figure: Bytes by step]\n" in text
        assert "Twice. [figure: a map] [figure: a hat]" in text
        assert "iVBOR" not in text
        assert "<Figure" not in text

    def test_tables_are_text(self, text):
        assert "a  b\n" in text
        assert "1 < 2  x\n" in text
        assert "| 1 |" in text
        assert "<t" not in text

    def test_what_folds_stands_open_but_for_the_answers(self, toy, text):
        assert "**Why so few?.**" not in text
        assert "**Why so few?** Others *follow*." in text
        assert "*Answer: shown with --answers*" in text
        assert "Four" not in text
        assert "details" not in text
        text = reading.markdown(toy.notebook, answers=True)
        assert "**Answer:** **Four.** Because." in text
        assert "--answers" not in text

    def test_answers_that_belong_to_the_whole_lesson_are_pointed_to(self, toy):
        text = reading.markdown(toy.notebook, task="join", answers=True)
        said = "*The answers stand in the lesson as a whole: `course read 02_toy --answers`*"
        assert text.endswith(f"\nWords.\n\n{said}\n")
        nb = notebooks.read(toy.notebook)
        nb.cells[5].source = QUESTION.removeprefix("## Questions")
        notebooks.write(toy.notebook, nb)
        text = reading.markdown(toy.notebook, task="join", answers=True)
        assert "**Answer:** **Four.** Because." in text
        assert "as a whole" not in text
        nb.cells[5].source = nb.cells[-1].source = "Words."
        notebooks.write(toy.notebook, nb)
        assert "as a whole" not in reading.markdown(toy.notebook, task="join", answers=True)

    def test_a_figure_is_called_what_its_page_calls_it(self, toy):
        nb = notebooks.read(toy.notebook)
        show = next(cell for cell in nb.cells if cell.source.startswith("figure("))
        show.source = "fig, ax = plt.subplots()\nax.set_title('Steps')"
        notebooks.write(toy.notebook, nb)
        assert "    [figure: Steps]\n" in reading.markdown(toy.notebook)
        assert notebooks.figure_title(show.source) == "Steps"
        assert notebooks.figure_title("%time figure('x')") == ""

    def test_nothing_steers_the_terminal(self, text):
        assert "\\x1b]0;title\\x07 and \\x9b1m\tend" in text
        assert reading.CONTROL.search(text) is None

    def test_a_task_is_its_section(self, toy):
        text = reading.markdown(toy.notebook, task="double")
        assert text.startswith("### Task 1: `double`")
        assert "A word on numbers" in text
        assert "Task 2" not in text
        join = reading.markdown(toy.notebook, task="join")
        assert join == "### Task 2: `join`, `split`\n\nWords.\n"
        assert reading.markdown(toy.notebook, task="split") == join


class TestCommand:
    def test_piped_it_is_the_markdown(self, toy, course, text):
        result = course("read", "toy")
        assert (result.exit_code, result.stdout, result.stderr) == (0, text, "")
        assert course("read", "toy", "--task", "join").stdout.startswith("### Task 2")
        assert "Four" in course("read", "toy", "--answers").stdout

    def test_on_a_terminal_it_is_drawn_within_its_width(self, toy, course, text, monkeypatch):
        console = Console(force_terminal=True, width=40, color_system="standard")
        monkeypatch.setattr(learn, "out", console)
        monkeypatch.delenv("LESS", raising=False)
        paged = []
        monkeypatch.setattr("pydoc.pager", paged.append)
        assert course("read", "toy").exit_code == 0
        (shown,) = paged
        assert "\x1b[" in shown
        assert "###" not in shown
        plain = Text.from_ansi(shown).plain
        assert "[figure: Bytes by step]" in plain
        assert max(map(len, plain.splitlines())) <= 40
        assert course("read", "toy", "--plain").stdout == text

    def test_an_unknown_task_is_answered_with_those_there_are(self, toy, course):
        result = course("read", "toy", "--task", "treble")
        assert (result.exit_code, result.stdout) == (2, "")
        tasks = "double, join, split"
        assert result.stderr == f"the notebook has no task `treble`; its tasks are: {tasks}\n"

    @pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"nbformat": 4', "\xff"])
    def test_what_is_no_notebook_is_told(self, toy, course, content):
        toy.notebook.write_text(content, encoding="latin-1")
        result = course("read", "toy")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "lesson.ipynb is no notebook" in result.stderr

    def test_a_missing_one_is_told(self, toy, course):
        toy.notebook.unlink()
        result = course("read", "toy")
        assert (result.exit_code, "lesson.ipynb" in result.stderr) == (2, True)


@pytest.mark.parametrize("lesson", curriculum.lessons(), ids=lambda lesson: lesson.id)
def test_a_real_one(lesson):
    """Each of its tasks can be read by itself, as `### Task N: ...` names it."""
    text = reading.markdown(lesson.notebook)
    assert "data:image" not in text
    assert "object at 0x" not in text
    assert "<details" not in text
    for task in stubs.tasks(lesson.solution.read_text()):
        assert f"`{task}`" in reading.markdown(lesson.notebook, task=task)


def test_nothing_of_jupyters_server_is_imported():
    code = (
        "import sys\nfrom shared import reading\n"
        "servers = ('jupyter_server', 'jupyterlab', 'notebook', 'nbclassic', 'torch')\n"
        "assert not set(servers) & set(sys.modules), set(servers) & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
