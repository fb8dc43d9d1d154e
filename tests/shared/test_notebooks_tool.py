"""The notebook tool on small notebooks made here: what it keeps, what it notices, what it runs."""

import copy
import json
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from shared import ROOT, notebook_runs
from shared.notebook_lint import lint
from shared.notebook_runs import NotebookError, execute, prove
from shared.notebooks import digest, is_touched, normalise, read, stamp, untouched, write

CODE = [
    "import os, sys\nprint('one', end=' ', flush=True)\nprint('stream')",
    "print(sorted(os.environ[k] for k in ('COURSE_SOURCE', 'PYTHONHASHSEED', 'TQDM_DISABLE')))\n"
    "print(os.path.basename(os.getcwd()))",
    "import json\njson.loads('{')",
    "from matplotlib import pyplot as plt\nplt.plot([1, 2])\nplt.show()",
]


def make(path, sources, tags=None):
    cells = [new_markdown_cell("# Title"), *map(new_code_cell, sources)]
    for number, names in (tags or {}).items():
        cells[number + 1].metadata.tags = names
    path.parent.mkdir(exist_ok=True)
    write(path, new_notebook(cells=cells))
    return path


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch, tmp_path):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("COURSE_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """A notebook that was executed once, as text."""
    path = make(
        tmp_path_factory.mktemp("x") / "01_lesson" / "lesson.ipynb", CODE, {2: ["raises-exception"]}
    )
    execute(path)
    return path.read_text(encoding="utf-8")


@pytest.fixture
def lesson(executed, tmp_path):
    path = tmp_path / "01_lesson" / "lesson.ipynb"
    path.parent.mkdir()
    path.write_text(executed, encoding="utf-8")
    return path


def test_execute_keeps_true_outputs_in_normal_form(lesson):
    nb = read(lesson)
    assert lint(nb) == []
    assert not is_touched(lesson)
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [1, 2, 3, 4]
    assert [output.text for output in code[0].outputs] == ["one stream\n"]
    assert code[1].outputs[0].text == "['0', '1', 'solution']\n01_lesson\n"
    assert code[2].outputs[0].ename == "JSONDecodeError"
    assert "python/json/decoder.py" in "".join(code[2].outputs[0].traceback)
    assert "image/png" in code[3].outputs[-1].data


def test_execute_writes_nothing_when_a_cell_fails(tmp_path):
    path = make(tmp_path / "a" / "lesson.ipynb", ["x = 1", "1 / 0"])
    before = path.read_bytes()
    with pytest.raises(NotebookError, match="cell 1 fails: ZeroDivisionError"):
        execute(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["lesson.ipynb"]


def claim(path, sources, outputs=()):
    """A stamped notebook whose outputs nobody made: `outputs` by cell number."""
    nb = read(make(path, sources))
    for number, cell in enumerate(nb.cells[1:]):
        cell.execution_count = number + 1
        if number in outputs:
            cell.outputs = [new_output("stream", name="stdout", text=outputs[number])]
    write(path, stamp(nb))
    return path


def test_false_outputs_and_hidden_failures_are_found(lesson, tmp_path, capfd):
    touched = make(tmp_path / "touched" / "lesson.ipynb", ["1 / 0"])
    false = claim(
        tmp_path / "false" / "lesson.ipynb",
        ["print(1)", "print(2)", "# NBVAL_SKIP\nprint(3)"],
        {0: "1\n", 1: "1\n"},
    )
    hidden = claim(
        tmp_path / "hidden" / "lesson.ipynb",
        ["get_ipython().showtraceback = lambda *a, **k: None", "1 / 0"],
    )
    problems = prove([lesson, touched, false, hidden])
    assert problems == [  # so nothing is wrong with `lesson`
        f"{false}: 1 of 3 code cells passed nbval",
        f"{hidden}: second pass: cell 1 fails: ZeroDivisionError: division by zero",
    ]
    out = capfd.readouterr().out
    assert "4 passed" in out
    assert f"skipped, it was changed or run on this machine: {touched}" in out


def test_the_second_pass_is_spared_only_for_what_passed_unchanged(lesson, monkeypatch):
    ran = []
    monkeypatch.setattr(notebook_runs, "_pool", ThreadPoolExecutor)
    monkeypatch.setattr(notebook_runs, "_nbval", lambda path, env: ("", ""))
    monkeypatch.setattr(notebook_runs, "_second_pass", lambda path, env: ran.append(path) or "")
    assert prove([lesson], changed_only=True) == []
    assert prove([lesson], changed_only=True) == []
    assert ran == [lesson]
    prove([lesson])
    nb = read(lesson)
    nb.cells[0].source = "# Another title"
    write(lesson, stamp(nb))
    prove([lesson], changed_only=True)
    assert ran == [lesson] * 3


def test_what_a_front_end_rewrites_is_no_change(lesson):
    raw = json.loads(lesson.read_text(encoding="utf-8"))
    raw["metadata"]["kernelspec"]["display_name"] = "Python 3 (ipykernel)"
    raw["metadata"]["language_info"] |= {"version": "3.12.1", "file_extension": ".py"}
    raw["metadata"]["toc-autonumbering"] = True
    for cell in raw["cells"]:
        cell["metadata"] |= {
            "collapsed": False,
            "jp-MarkdownHeadingCollapsed": True,
            "editable": True,
        }
        cell["id"] = f"x{cell['id']}"
        if cell["cell_type"] == "code":
            cell["metadata"]["execution"] = {"iopub.execute_input": "2026-01-01T00:00:00"}
    png = raw["cells"][-1]["outputs"][-1]
    png["metadata"] = {"needs_background": "light"}
    png["data"]["image/png"] += "\n"
    first = raw["cells"][1]["outputs"][0]
    first["text"] = ["one ", "stream\n"]
    lesson.write_text(json.dumps(raw), encoding="utf-8")
    assert not is_touched(lesson)
    assert lint(read(lesson)) != []
    write(lesson, normalise(read(lesson)))
    assert lint(read(lesson)) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda nb: nb.cells[0].update(source="# Mine"),
        lambda nb: nb.cells[1].update(source="print(2)"),
        lambda nb: nb.cells[1].update(execution_count=9),
        lambda nb: nb.cells[1].outputs[0].update(text="else"),
        lambda nb: nb.cells[1].update(outputs=[]),
        lambda nb: nb.cells[1].metadata.update(tags=["raises-exception"]),
        lambda nb: nb.cells.append(new_code_cell("")),
        lambda nb: nb.cells.pop(),
        lambda nb: nb.cells.insert(0, nb.cells.pop()),
        lambda nb: nb.metadata.pop("course"),
    ],
)
def test_what_a_learner_does_is_a_change(lesson, change):
    nb = read(lesson)
    change(nb)
    nbformat.write(nb, lesson)
    assert is_touched(lesson)


def test_half_a_file_is_a_change(lesson):
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text[: len(text) // 2], encoding="utf-8")
    assert is_touched(lesson)


def test_ci_takes_nothing_for_changed(tmp_path, monkeypatch):
    path = make(tmp_path / "a" / "lesson.ipynb", ["1"])
    assert untouched([path]) == ([], [path])
    monkeypatch.setenv("CI", "true")
    assert untouched([path]) == ([path], [])


def test_normal_form_is_stable_and_gives_equal_cells_their_own_ids():
    nb = new_notebook(cells=[new_code_cell("same"), new_code_cell("same"), new_code_cell("else")])
    before = copy.deepcopy(nb)
    once = normalise(nb)
    assert nb == before
    assert normalise(once) == once
    assert len({cell.id for cell in once.cells}) == 3
    assert normalise(new_notebook(cells=[new_code_cell("same")])).cells[0].id == once.cells[0].id
    nbformat.validate(once)
    assert digest(once) == digest(nb)


def test_tracebacks_lose_the_places_of_this_machine():
    trace = [f"File \x1b[32m{ROOT}/shared/measure.py:12\x1b[39m, in f", "Cell In[1], line 1"]
    error = new_output("error", ename="E", evalue="", traceback=trace)
    nb = normalise(new_notebook(cells=[new_code_cell("f()", outputs=[error])]))
    assert nb.cells[0].outputs[0].traceback == [
        "File \x1b[32mshared/measure.py:12\x1b[39m, in f",
        "Cell In[1], line 1",
    ]
