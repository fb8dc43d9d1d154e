"""A toy course in a temporary folder: one lesson, two tasks, small enough to break on purpose."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shared import cli, commands, curriculum, progress
from shared.checking.report import Report
from shared.checking.runner import run_checks
from shared.curriculum import Lesson, lessons

CURRICULUM = """
[[lesson]]
id = "toy"
number = 2
stage = "Ground"
title = "Toy"
minutes = 1
needs = []
summary = "Doubles and joins."
"""

SOLUTION = '''"""Doubles and joins."""

import math


def double(x: int) -> int:
    """Twice x."""
    ### BEGIN SOLUTION task=double
    return math.floor(2 * x)
    ### END SOLUTION


def join(words: list[str]) -> str:
    """The words with a blank between."""
    ### BEGIN SOLUTION task=join
    return " ".join(words)
    ### END SOLUTION
'''

CHECKS = '''"""Checks of the toy lesson."""

from shared.checking import check, equals

HINTS = {"double": ("What is twice?", "Multiply by two."), "join": ("Strings can join.",)}


def number(rng):
    return rng.python.randrange(1000)


@check("double", points=2, given=number, seconds=5, megabytes=512)
def doubles(lesson, given):
    """Twice a number."""
    return lesson.double(given)


@check("join", judge=equals(["a b", "", "c"]), seconds=5)
def joins(lesson):
    """Words become a text."""
    return [lesson.join(words) for words in (["a", "b"], [], ["c"])]
'''


@pytest.fixture
def toy(tmp_path: Path) -> Lesson:
    """The toy lesson; its exercise is still to be written."""
    files = {
        "lessons/curriculum.toml": CURRICULUM,
        "lessons/02_toy/lesson.ipynb": "{}",
        "solutions/02_toy/solution.py": SOLUTION,
        "tests/lessons/02_toy/checks.py": CHECKS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return lessons(tmp_path)[0]


@pytest.fixture
def toy_course(toy: Lesson, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """The toy lesson, whose course stands in for the real one, with a progress file of its own."""
    for function in (curriculum.lessons, curriculum.find):
        monkeypatch.setattr(function, "__defaults__", (toy.root,))
    monkeypatch.setattr(commands, "ROOT", toy.root)
    monkeypatch.setenv("COURSE_HOME", str(toy.root / "home"))
    monkeypatch.delenv("COURSE_SOURCE", raising=False)
    monkeypatch.setattr(progress, "_unkept", {})
    return toy


@pytest.fixture
def home(toy: Lesson) -> Path:
    """Where progress of `toy_course` is kept, once there is any."""
    return toy.root / "home"


@pytest.fixture
def run(toy: Lesson) -> Callable[..., Report]:
    """`run(code)`: the report on an exercise with that code."""

    def run(code: str | bytes, **options) -> Report:
        data = code if isinstance(code, bytes) else code.encode()
        toy.exercise.write_bytes(data)
        return run_checks(toy, **options)

    return run


@pytest.fixture
def course(toy_course: Lesson, monkeypatch: pytest.MonkeyPatch) -> Callable:
    """`course(arguments)`: the finished command, in the toy course."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("COLUMNS", "120")

    def course(*arguments: str):
        result = CliRunner().invoke(cli.app, arguments)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return course
