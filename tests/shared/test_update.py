"""`course update`: the course moves on, what the learner wrote stays."""

import os
from pathlib import Path

import pytest
from fake_upstream import (
    NEW_DOUBLE,
    NEW_TEXT,
    clean,
    clone,
    course,
    first_version,
    git,
    run,
    said,
)
from typer.testing import CliRunner

from shared import advice, cli, notebooks, stubs
from shared.commands import machine

__all__ = ["clone", "course", "first_version", "run", "said"]  # fixtures


class TestNothingOfTheLearners:
    def test_the_checkout_becomes_the_new_version(self, course, clone, run, said):
        course.solutions["toy"] = NEW_TEXT
        course.write("README.md", "two\n")
        before, after = clone.head(), course.release()
        run()
        assert clone.head() == after
        assert clean(clone)
        assert (clone.root / "README.md").read_text() == "two\n"
        assert f"From {before[:7]} to {after[:7]} (origin/main, 1 commit)." in said
        assert said[-1] == "Next: course list"

    def test_nothing_new_is_said(self, clone, run, said):
        before = clone.snapshot()
        assert run() is None
        assert "Nothing new: origin/main" in said[0]
        assert clone.snapshot() == before

    @pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
    def test_another_environment_is_said(self, course, run, said, name):
        course.write(name, "demo==2\n")
        course.release()
        run()
        assert "make setup" in said[-1]

    def test_new_lessons_are_named(self, course, run, said):
        course.numbers["wheel"] = 4
        course.release()
        run()
        assert "New: 04_wheel" in said

    def test_what_only_a_front_end_rewrote_gets_the_new_notebook(self, course, clone, run, said):
        path = clone.lesson("toy").notebook
        path.write_text(path.read_text().replace('"Python 3"', '"Python 3 (ipykernel)"'))
        course.title["toy"] = "# New title"
        course.release()
        run()
        assert "New title" in path.read_text()
        assert clean(clone)
        assert not [line for line in said if "lesson.ipynb" in line]


class TestExercises:
    def test_one_whose_stub_did_not_change_stays_byte_for_byte(self, course, clone, run, said):
        mine = clone.solve().replace(b"\n", b"\r\n") + b"\xff"
        clone.lesson("toy").exercise.write_bytes(mine)
        course.write("README.md", "two\n")
        course.release()
        run()
        assert clone.lesson("toy").exercise.read_bytes() == mine
        assert clone.backups() == [mine]
        assert "lessons/02_toy/exercise.py: yours, unchanged" in said

    def test_what_is_new_in_the_stub_is_merged_in(self, course, clone, run, said):
        mine = clone.solve()
        course.solutions["toy"] = NEW_TEXT
        course.release()
        run()
        text = clone.lesson("toy").exercise.read_text()
        assert "Something else between" in text
        assert "return x + x" in text
        assert '("join: lesson 02, task 2")' in text
        assert clone.backups() == [mine]
        assert not stubs.is_untouched(clone.lesson("toy").exercise)
        assert "lessons/02_toy/exercise.py: yours, with what is new in the stub" in said

    def test_windows_line_ends_are_merged_too(self, course, clone, run):
        path = clone.lesson("toy").exercise
        path.write_bytes(clone.solve().replace(b"\n", b"\r\n"))
        course.solutions["toy"] = NEW_TEXT
        course.release()
        run()
        data = path.read_bytes()
        assert b"Something else between" in data
        assert data.count(b"\n") == data.count(b"\r\n")

    @pytest.mark.parametrize(
        "change", [lambda text: text.replace('"""Twice x."""', '"""Mine."""'), lambda _: "def ("]
    )
    def test_what_does_not_fit_lies_beside_it(self, course, clone, run, said, change):
        path = clone.lesson("toy").exercise
        mine = change(clone.solve().decode()).encode()
        path.write_bytes(mine)
        course.solutions["toy"] = NEW_DOUBLE
        course.release()
        run()
        assert path.read_bytes() == mine
        beside = path.with_name("exercise.new.py")
        assert beside.read_text() == stubs.make_stub(clone.lesson("toy"))
        assert any("lies beside it as exercise.new.py" in line for line in said)
        assert "exercise.new.py" not in git(clone.root, "status", "--porcelain")
        assert advice.edited_elsewhere(clone.lesson("toy")) == []

    def test_while_a_new_stub_waits_nothing_is_merged(self, course, clone, run):
        path = clone.lesson("toy").exercise
        path.write_text(clone.solve().decode().replace('"""Twice x."""', '"""Mine."""'))
        mine = path.read_bytes()
        course.solutions["toy"] = NEW_DOUBLE
        course.release()
        run()
        beside = path.with_name("exercise.new.py")
        beside.write_text("notes")
        course.solutions["toy"] = NEW_DOUBLE.replace("Something", "Anything")
        course.release()
        run()
        assert path.read_bytes() == mine
        assert "Anything" in beside.read_text()
        assert clone.backups()[-1] == b"notes"

    def test_a_deleted_one_comes_back(self, course, clone, run):
        clone.lesson("toy").exercise.unlink()
        course.write("README.md", "two\n")
        course.release()
        run()
        assert stubs.is_untouched(clone.lesson("toy").exercise)


class TestNotebooks:
    def test_one_that_did_not_change_stays_as_it_was_run(self, course, clone, run, said):
        mine = clone.run_notebook()
        course.write("README.md", "two\n")
        course.release()
        run()
        assert clone.lesson("toy").notebook.read_bytes() == mine
        assert "lessons/02_toy/lesson.ipynb: yours, unchanged" in said

    def test_a_new_one_takes_its_place_and_the_run_is_kept(self, course, clone, run, said):
        mine = clone.run_notebook()
        course.title["toy"] = "# New title"
        course.release()
        run()
        assert "New title" in clone.lesson("toy").notebook.read_text()
        assert clone.backups() == [mine]
        line = next(line for line in said if "the new notebook" in line)
        assert Path(line.partition("you ran: ")[2]).read_bytes() == mine
        assert clean(clone)

    def test_half_a_file_is_the_learners_too(self, course, clone, run):
        path = clone.lesson("toy").notebook
        path.write_bytes(b"{}")
        course.title["toy"] = "# New title"
        course.release()
        run()
        assert clone.backups() == [b"{}"]

    def test_an_authors_own_run_is_not_taken_for_the_courses(self, course, clone, run):
        path = clone.lesson("toy").notebook
        nb = notebooks.read(path)
        nb.cells[0].source = "# Mine"
        notebooks.write(path, notebooks.stamp(nb))
        mine = path.read_bytes()
        course.title["toy"] = "# New title"
        course.release()
        run()
        assert clone.backups() == [mine]


def test_a_checkout_with_windows_line_ends(course, clone, run, said):
    git(clone.root, "config", "core.autocrlf", "true")
    git(clone.root, "rm", "-q", "-r", "--cached", ".")
    git(clone.root, "reset", "-q", "--hard")
    path = clone.lesson("toy").exercise
    assert b"\r\n" in path.read_bytes()
    line = b'raise NotImplementedError("double: lesson 02, task 1")'
    path.write_bytes(path.read_bytes().replace(line, b"return x + x"))
    course.solutions["toy"] = course.solutions["gear"] = NEW_TEXT
    course.release()
    run()
    assert b"Something else" in path.read_bytes()
    assert b"return x + x" in path.read_bytes()
    assert [line for line in said if "gear" in line] == []
    assert git(clone.root, "status", "--porcelain") == " M lessons/02_toy/exercise.py\n"


class TestOtherChanges:
    def test_they_are_carried_over_where_the_course_has_none(self, course, clone, run):
        (clone.root / "README.md").write_text("mine\n")
        (clone.root / "own.txt").write_text("own\n")
        git(clone.root, "add", "own.txt")
        course.solutions["toy"] = NEW_TEXT
        course.release()
        run()
        assert (clone.root / "README.md").read_text() == "mine\n"
        status = git(clone.root, "status", "--porcelain")
        assert sorted(status.split("\n")) == ["", " M README.md", "A  own.txt"]


def test_a_dry_run_changes_nothing_and_says_the_same(course, clone, run, said):
    clone.solve()
    clone.run_notebook("gear")
    course.solutions["toy"] = NEW_TEXT
    course.title["gear"] = "# New title"
    course.release()
    before, head = clone.snapshot(), clone.head()
    plan = run(dry_run=True)
    foreseen = said[1:]
    assert "Nothing is changed" in said[0]
    assert (clone.snapshot(), clone.head(), clone.backups()) == (before, head, [])
    assert run() == plan
    assert [line for line in said if "notebook" not in line and "Copies" not in line] == [
        line for line in foreseen if "notebook" not in line
    ]


class TestCommand:
    @pytest.fixture
    def command(self, clone, monkeypatch):
        monkeypatch.setattr(machine, "ROOT", clone.root)
        return lambda *arguments: CliRunner().invoke(cli.app, ["update", *arguments])

    def test_it_says_what_happened(self, course, clone, command):
        clone.solve()
        course.release()
        assert "Nothing is changed" in command("--dry-run").stdout
        result = command()
        assert result.exit_code == 0
        assert "exercise.py: yours, unchanged\n" in result.stdout

    def test_a_refusal_is_one_sentence(self, clone, command):
        git(clone.root, "checkout", "-q", "--detach")
        result = command()
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("the checkout is on no branch")

    def test_without_a_place_for_backups_nothing_happens(self, course, clone, command, monkeypatch):
        monkeypatch.setenv("COURSE_HOME", os.devnull)
        before = clone.snapshot()
        course.release()
        result = command()
        assert result.exit_code == 1
        assert result.stderr.startswith("no update: ")
        assert clone.snapshot() == before
