"""`course status`: where a learner stands, and what comes next, at no cost."""

import json
import subprocess
import sys

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from toy_progress import RIGHT

from shared import ROOT, assets, notebooks, standing, stubs
from shared.assets import other_model
from shared.checking.spec import load_checks
from shared.curriculum import lessons


@pytest.fixture
def toy(toy_course, monkeypatch):
    monkeypatch.setenv("COURSE_DATA", str(toy_course.root / "nothing"))
    monkeypatch.delenv("COURSE_MODEL", raising=False)
    stubs.write(toy_course)
    return toy_course


@pytest.fixture
def show(toy, course):
    """`show()`: the row of the toy lesson, and what comes next."""

    def show() -> tuple[dict, str]:
        result = course("status", "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        document = json.loads(result.stdout)
        return document["lessons"][0], document["next"]

    return show


def test_at_the_beginning(show):
    row, following = show()
    assert row == {
        "id": "toy",
        "number": 2,
        "done": False,
        "passed": [],
        "open": ["double", "join"],
        "earned": 0,
        "points": 3,
        "exercise": "untouched",
        "notebook_begun": True,  # `{}` is no notebook as the course makes them
    }
    assert following == "Begin lesson 02, Toy: course lab, or course read toy"


def test_in_the_middle(toy, course, show):
    toy.exercise.write_text(RIGHT.replace("2 * x", "3 * x"))
    assert show()[0]["earned"] is None
    course("check", "toy")
    row, following = show()
    assert (row["passed"], row["open"], row["earned"], row["done"]) == (
        ["join"],
        ["double"],
        1,
        False,
    )
    assert following == (
        "Write `double` in lessons/02_toy/exercise.py, then: course check toy --task double"
    )


def test_at_the_end(toy, course, show):
    toy.exercise.write_text(RIGHT)
    course("check", "toy")
    row, following = show()
    assert (row["done"], row["earned"]) == (True, 3)
    assert following == "Every lesson that is there is done."


def test_after_a_later_change(toy, course, show):
    toy.exercise.write_text(RIGHT)
    course("check", "toy")
    toy.exercise.write_text(RIGHT + "\n")
    row, following = show()
    assert (row["done"], row["earned"], row["open"]) == (False, None, [])
    assert following == (
        "lessons/02_toy/exercise.py has changed since all of it passed: course check toy"
    )


def test_without_an_exercise(toy, show):
    toy.exercise.unlink()
    row, following = show()
    assert row["exercise"] == "missing"
    assert following == "There is no lessons/02_toy/exercise.py: course reset toy writes it anew."


def test_a_lesson_further_on_is_not_left_for_an_old_one_that_was_edited(toy, course):
    listed = toy.root / "lessons" / "curriculum.toml"
    entry = listed.read_text()
    listed.write_text(entry + entry.replace('"toy"', '"top"').replace("number = 2", "number = 3"))
    _, top = lessons(toy.root)
    for path in (top.checks, top.solution):
        path.parent.mkdir(parents=True)
        path.write_text(getattr(toy, path.stem).read_text())
    top.folder.mkdir()
    stubs.write(top)
    toy.exercise.write_text(RIGHT)
    course("check", "toy")
    toy.exercise.write_text(RIGHT + "\n")
    assert "Next: Begin lesson 03, Toy" in course("status").stdout


def test_as_text(toy, course):
    result = course("status")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["02_toy", "0", "of", "2", "0/3", "untouched", "begun"] in rows
    assert "Model: no. " in result.stdout
    assert ": course fetch\n" in result.stdout
    toy.exercise.write_text(RIGHT)
    text = course("status").stdout
    assert "?/3" in text
    assert "?: changed since its last check" in text


def test_another_model_is_looked_for_on_this_machine_alone(toy, course, monkeypatch):
    def model(named: str) -> tuple[bool, str]:
        monkeypatch.setenv("COURSE_MODEL", named)
        found = json.loads(course("status", "--json").stdout)["model"]
        assert found["name"] == named
        return found["there"], course("status").stdout

    there, said = model("/no/such/[model]")
    assert there is False
    assert (
        "\nModel: no. COURSE_MODEL=/no/such/[model] cannot be used: there is no such folder, and "
        "it is not a hub id (owner/name). It names a folder with config.json, tokenizer.json and "
        "safetensors weights of the Llama family, or a hub id (owner/name). Correct it, or unset "
        "COURSE_MODEL to use the default model.\n"
    ) in said
    monkeypatch.setenv("HF_HUB_CACHE", str(toy.root))
    there, said = model("nobody/no-such-model--of-the-course")
    assert there is False
    assert "not on this machine yet, and `course fetch` fetches it from the hub" in said
    monkeypatch.setattr(other_model, "unfit", lambda folder: None)
    there, said = model(str(toy.root))
    assert (there, f"\nModel: {toy.root}\n" in said) == (True, True)


def test_the_courses_model_is_looked_for(toy, course, monkeypatch):
    monkeypatch.setattr(assets, "damage", lambda folder, *, thorough: None)
    assert f"Model: {assets.NAME}\n" in course("status").stdout


def test_checks_that_cannot_be_read_are_told(toy, course):
    toy.checks.write_text("def (:")
    result = course("status")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "checks.py of lesson toy, line 1" in result.stderr


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_the_outline_is_what_the_checks_say(lesson):
    """Write tasks and points in `@check(...)` as literals, or `outline` cannot read them."""
    read = {(each.check, each.task, each.points) for each in standing.outline(lesson)}
    assert read == {(c.name, c.task, c.points) for c in load_checks(lesson).checks}
    assert len(read) == len(standing.outline(lesson))
    assert standing.standing(lesson).open in ([], stubs.tasks(lesson.solution.read_text()))


def test_it_imports_nothing_that_is_slow(tmp_path):
    code = (
        "import sys\nfrom shared import cli\n"
        "cli.app(['status'], standalone_mode=False)\n"
        "slow = {'torch', 'transformers', 'numpy', 'nbformat', 'matplotlib'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
        "assert not any(name.startswith('checks_') for name in sys.modules)\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_notebook_as_the_course_made_it_is_untouched(toy, show):
    notebooks.write(toy.notebook, notebooks.stamp(new_notebook(cells=[new_code_cell("1")])))
    assert show()[0]["notebook_begun"] is False
