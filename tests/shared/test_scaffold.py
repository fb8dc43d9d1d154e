"""`course new`: what it makes is green at once, and the rest of the course stays as it was."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shared import ROOT, cli, notebook_runs, notebooks, scaffold
from shared.curriculum import Lesson, lessons
from shared.notebook_lint import lint
from shared.scaffold import ScaffoldError, create
from shared.scaffold_texts import CELLS

CURRICULUM = """# The list.

# About a.
[[lesson]]
id = "a"
number = 2
stage = "Ground"
title = "A [[lesson]]"
minutes = 1
needs = []
summary = "A."

# About b,
# in two lines.
[[lesson]]
id = "b"
number = 5  # far away
stage = "Speed"
title = "B"
minutes = 1
needs = ["a"]
summary = "B."
"""
GUIDE = [
    "The incident",
    "The idea",
    "Predict",
    "The tasks",
    "Measure",
    "Break it",
    "In production",
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "curriculum.toml").write_text(CURRICULUM)
    return tmp_path


def files(root: Path) -> dict[str, bytes]:
    every = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in every}


@pytest.mark.timeout(180)
def test_what_it_makes_passes_every_proof(tmp_path, monkeypatch):
    """In a tree with nothing but the machinery: the notebook's run, its lint, the proofs, ruff."""
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "shared", tmp_path / "shared", ignore=leave_out)
    (tmp_path / "tests").mkdir()
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "curriculum.toml").write_text("# The list.\n")
    for name in ("pyproject.toml", "tests/test_lessons.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name, value in {"PYTHONPATH": tmp_path, "COURSE_HOME": tmp_path / "home"}.items():
        monkeypatch.setenv(name, str(value))

    title = 'A "title" \\ with $signs and <marks>'
    made = create("kv_store", 7, title, stage="Ground", root=tmp_path)
    notebook_runs.execute(made.notebook)
    nb = notebooks.read(made.notebook)
    assert lint(nb) == []
    assert title in nb.cells[0].source
    one_seed = "not -1 and not -2"  # the others are for drawing, of which there is little here
    run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "tests", "-k", one_seed)
    for check in (("check",), ("format", "--check")):
        run(tmp_path, "ruff", *check, "--no-cache", "lessons", "solutions", "tests/lessons")


def run(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_entry_comes_in_its_place_and_all_else_stays(root):
    create("new", 3, "New", needs=["a"], minutes=9, summary="It.", root=root)
    text = (root / "lessons" / "curriculum.toml").read_text()
    entry = tomllib.loads(text)["lesson"][1]
    assert entry == {
        "id": "new",
        "number": 3,
        "stage": "Ground",
        "title": "New",
        "minutes": 9,
        "needs": ["a"],
        "summary": "It.",
    }
    start, end = text.index('[[lesson]]\nid = "new"'), text.index("# About b,")
    assert text[:start] + text[end:] == CURRICULUM
    assert text[end - 2 : end] == "\n\n"


@pytest.mark.parametrize(("number", "place", "stage"), [(1, 0, "Own"), (9, 2, "Speed")])
def test_it_may_be_the_first_or_the_last(root, number, place, stage):
    create("new", number, "New", stage="Own" if number == 1 else None, root=root)
    made = lessons(root)[place]
    assert (made.id, made.stage) == ("new", stage)
    text = (root / "lessons" / "curriculum.toml").read_text()
    assert text.startswith("# The list.\n\n")
    assert all(line in text.splitlines() for line in CURRICULUM.splitlines())


def test_the_notebook_has_the_parts_of_a_lesson(root):
    nb = notebooks.read(create("new", 3, "New", root=root).notebook)
    texts = [cell.source for cell in nb.cells if cell.cell_type == "markdown"]
    parts = [text.splitlines()[0] for text in texts if text.startswith("## ")]
    expected = [f"## {number}. {name}" for number, name in enumerate(GUIDE, 1)]
    assert parts == [*expected, "## Five questions"]
    assert any(cell.source == 'check("new", "split_into_batches")' for cell in nb.cells)
    assert notebooks.normalise(nb) == nb
    assert len(nb.cells) == len(CELLS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("New", 3, "T"), "'New' is no id: a small letter"),
        (("03_new", 3, "T"), "is no id"),
        (("../new", 3, "T"), "is no id"),
        (("new\n", 3, "T"), "is no id"),
        (("n" * 33, 3, "T"), "is no id: .* at most 31"),
        (("", 3, "T"), "is no id"),
        (("a", 3, "T"), "the id a is lesson 02's"),
        (("new", 2, "T"), "the number 2 is a's: the next free one is 3"),
        (("new", 0, "T"), "0 is no number for a lesson: 1 to 99"),
        (("new", 100, "T"), "100 is no number"),
        (("new", 3, " "), "the title is empty"),
        (("new", 3, "T\n[[lesson]]"), "the title .* one line"),
        (("new", 1, "T"), "no lesson comes before it: name its stage"),
    ],
)
def test_what_breaks_a_rule_is_refused(root, arguments, words):
    before = files(root)
    with pytest.raises(ScaffoldError, match=words):
        create(*arguments, root=root)
    assert files(root) == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"needs": ["c"]}, "it cannot need 'c': the lessons are a, b"),
        ({"needs": ["b"]}, "it cannot need b: that is lesson 05, and a lesson stands on earlier"),
        ({"minutes": 0}, "0 minutes"),
        ({"stage": "a\tb"}, "the stage"),
        ({"summary": ""}, "the summary is empty"),
    ],
)
def test_so_are_options(root, options, words):
    before = files(root)
    with pytest.raises(ScaffoldError, match=words):
        create("new", 3, "T", root=root, **options)
    assert files(root) == before


@pytest.mark.parametrize("place", ["lessons", "solutions", "tests/lessons"])
def test_a_folder_that_is_there_is_never_written_to(root, place):
    (root / place / "03_new").mkdir(parents=True)
    (root / place / "03_new" / "mine.txt").write_text("mine")
    before = files(root)
    with pytest.raises(ScaffoldError, match=f"^{place}/03_new is there already"):
        create("new", 3, "T", root=root)
    assert files(root) == before


def test_a_failure_half_way_leaves_nothing(root, monkeypatch):
    before = files(root)

    def full(lesson: Lesson, fields: dict) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(scaffold, "_write_notebook", full)
    with pytest.raises(OSError, match="No space"):
        create("new", 3, "T", root=root)
    assert files(root) == before


def test_a_list_in_another_style_is_left_alone(root):
    path = root / "lessons" / "curriculum.toml"
    path.write_text(CURRICULUM.replace("[[lesson]]\nid", "[[ lesson ]]\nid"))
    before = files(root)
    with pytest.raises(ScaffoldError, match=r"add this one by hand:\n\[\[lesson\]\]\nid = .new."):
        create("new", 3, "T", root=root)
    assert files(root) == before


class TestCommand:
    @pytest.fixture
    def course(self, root, monkeypatch):
        monkeypatch.setattr(create, "__kwdefaults__", create.__kwdefaults__ | {"root": root})
        return lambda *arguments: CliRunner().invoke(cli.app, ["new", *arguments])

    def test_it_names_the_files(self, root, course):
        result = course("new", "--number", "3", "--title", "T", "--needs", "a,")
        assert result.exit_code == 0
        for name in result.stdout.splitlines()[:-1]:
            assert (root / name).is_file()
        assert lessons(root)[1].needs == ("a",)

    def test_a_refusal_is_one_line(self, course):
        result = course("a", "--number", "3", "--title", "T")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "the id a is lesson 02's: take another\n"
