"""A course in a git repository, a learner's clone of it, and new versions that follow."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from shared import notebooks, stubs
from shared.curriculum import Lesson, lessons
from shared.updating import update

ENTRY = """
[[lesson]]
id = "{id}"
number = {number}
stage = "Ground"
title = "A title"
minutes = 1
needs = []
summary = "A summary."
"""

SOLUTION = '''"""Two tasks of {id}."""


def double(x: int) -> int:
    """Twice x."""
    ### BEGIN SOLUTION task=double
    return 2 * x
    ### END SOLUTION


def spare() -> str:
    """Something between."""
    return "spare"


def join(words: list[str]) -> str:
    """The words with a blank between."""
    ### BEGIN SOLUTION task=join
    return " ".join(words)
    ### END SOLUTION
'''

NEW_TEXT = SOLUTION.replace("Something between", "Something else between")
NEW_DOUBLE = SOLUTION.replace('"""Twice x."""', '"""Twice x, whatever x is."""\n    assert x')


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@dataclass
class Course:
    """The course's repository at `root`; `numbers` are the lessons by id."""

    root: Path
    numbers: dict[str, int] = field(default_factory=lambda: {"toy": 2, "gear": 3})
    title: dict[str, str] = field(default_factory=dict)
    """What the notebook of a lesson says."""
    solutions: dict[str, str] = field(default_factory=dict)

    def release(self) -> str:
        """Write all files as the fields say, and commit; returns the commit."""
        for place in ("lessons", "solutions"):
            shutil.rmtree(self.root / place, ignore_errors=True)
        ordered = sorted(self.numbers.items(), key=lambda item: item[1])
        text = "".join(ENTRY.format(id=name, number=number) for name, number in ordered)
        self.write("lessons/curriculum.toml", text)
        for lesson in lessons(self.root):
            text = self.solutions.get(lesson.id, SOLUTION).replace("{id}", lesson.id)
            self.write(f"solutions/{lesson.name}/solution.py", text)
            stubs.write(lesson)
            cells = [new_markdown_cell(self.title.get(lesson.id, "# Title")), new_code_cell("1")]
            notebooks.write(lesson.notebook, notebooks.stamp(new_notebook(cells=cells)))
        return self.commit()

    def write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def commit(self) -> str:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "A version")
        return git(self.root, "rev-parse", "HEAD").strip()


@dataclass
class Clone:
    """A learner's clone."""

    root: Path

    def lesson(self, name: str) -> Lesson:
        return next(lesson for lesson in lessons(self.root) if lesson.id == name)

    def head(self) -> str:
        return git(self.root, "rev-parse", "HEAD").strip()

    def solve(self, name: str = "toy", task: str = "double", body: str = "return x + x") -> bytes:
        """Write one task of an exercise; returns the whole file."""
        path = self.lesson(name).exercise
        lines = path.read_text(encoding="utf-8").split("\n")
        lines = [f"    {body}" if f'("{task}: lesson' in line else line for line in lines]
        path.write_text("\n".join(lines), encoding="utf-8")
        return path.read_bytes()

    def run_notebook(self, name: str = "toy") -> bytes:
        """As a front end saves it: a cell has run."""
        path = self.lesson(name).notebook
        nb = notebooks.read(path)
        nb.cells[1].execution_count = 1
        nb.cells[1].outputs = [new_output("stream", name="stdout", text="mine\n")]
        nbformat.write(nb, path)
        return path.read_bytes()

    def commit(self) -> None:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "-m", "Mine")

    def backups(self, name: str = "toy") -> list[bytes]:
        folder = self.root / ".course" / "backups" / name
        return [path.read_bytes() for path in sorted(folder.glob("*Z-*"))]

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the checkout but git's and the progress'."""
        every = (path for path in self.root.rglob("*") if path.is_file())
        inside = ((path.relative_to(self.root), path) for path in every)
        return {
            str(name): path.read_bytes()
            for name, path in inside
            if name.parts[0] not in (".git", ".course")
        }


@pytest.fixture(scope="session")
def first_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first version of a course, `course`, and a clone of it, `a clone`."""
    folder = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        _alone(patch)
        root = folder / "course"
        root.mkdir()
        git(root, "init", "-q", "-b", "main")
        made = Course(root)
        for path, text in {
            "README.md": "one\n",
            "requirements.txt": "demo==1\n",
            ".gitignore": ".course/\n__pycache__/\nlessons/*/exercise.new.py\n",
        }.items():
            made.write(path, text)
        made.release()
        git(folder, "clone", "-q", "course", "a clone")
        git(folder / "a clone", "remote", "set-url", "origin", "../course")
    return folder


def _alone(patch: pytest.MonkeyPatch) -> None:
    """None of the user's own settings of git."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        patch.delenv(name)
    for name in ("AUTHOR", "COMMITTER"):
        patch.setenv(f"GIT_{name}_NAME", "Somebody")
        patch.setenv(f"GIT_{name}_EMAIL", "somebody@example.org")
    patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    patch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


@pytest.fixture
def course(first_version: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """The first version of a course with the lessons 02_toy and 03_gear."""
    _alone(monkeypatch)
    shutil.copytree(first_version, tmp_path, dirs_exist_ok=True)
    return Course(tmp_path / "course")


@pytest.fixture
def clone(course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clone:
    root = tmp_path / "a clone"
    monkeypatch.setenv("COURSE_HOME", str(root / ".course"))
    return Clone(root)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def run(clone, said):
    """`run()`: an update; what it says is in `said`."""

    def run(**options):
        said.clear()
        return update(clone.root, say=said.append, **options)

    return run


def clean(clone) -> bool:
    return git(clone.root, "status", "--porcelain", "-uno") == ""
