"""`course update` where lessons have other numbers, and where the learner has commits."""

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

from shared.updating import UpdateError

__all__ = ["clone", "course", "first_version", "run", "said"]  # fixtures


class TestRenumbered:
    def test_the_exercise_and_what_lies_beside_it_move_along(self, course, clone, run, said):
        old = clone.lesson("toy").folder
        clone.solve(body="return 2 * x  # mine")
        notebook = clone.run_notebook("gear")
        (old / "notes.txt").write_text("notes")
        (old / ".ipynb_checkpoints").mkdir()
        (old / ".ipynb_checkpoints" / "x.ipynb").write_text("")
        course.numbers = {"new": 2, "toy": 3, "gear": 4}
        course.release()
        run()
        toy = clone.lesson("toy")
        assert toy.name == "03_toy"
        text = toy.exercise.read_text()
        assert text.startswith("# Lesson 03: edit this file")
        assert "return 2 * x  # mine" in text
        assert '("join: lesson 03, task 2")' in text
        assert (toy.folder / "notes.txt").read_text() == "notes"
        assert not old.exists()
        assert clone.lesson("gear").notebook.read_bytes() == notebook
        assert "Lesson 02_toy is now 03_toy." in said

    def test_lessons_may_change_places(self, course, clone, run):
        toy, gear = clone.solve("toy", body="return 'toy'"), clone.solve("gear", body="return 'g'")
        assert toy != gear
        course.numbers = {"toy": 3, "gear": 2}
        course.release()
        run()
        assert "return 'toy'" in (clone.root / "lessons/03_toy/exercise.py").read_text()
        assert "return 'g'" in (clone.root / "lessons/02_gear/exercise.py").read_text()

    def test_of_a_lesson_that_is_gone_the_work_is_in_the_backups(self, course, clone, run, said):
        mine = clone.solve()
        del course.numbers["toy"]
        course.release()
        run()
        assert not (clone.root / "lessons" / "02_toy").exists()
        assert clone.backups() == [mine]
        assert any("no such lesson any more. Your file: " in line for line in said)


class TestCommittedWork:
    def test_histories_are_merged_by_the_same_rule(self, course, clone, run, said):
        gear = clone.solve("gear")
        clone.solve("toy")
        notebook = clone.run_notebook("toy")
        clone.run_notebook("gear")
        (clone.root / "mine.txt").write_text("mine")
        clone.commit()
        own = clone.head()
        course.solutions["toy"] = NEW_TEXT
        course.title["toy"] = "# New title"
        theirs = course.release()
        run()
        assert git(clone.root, "rev-list", "--parents", "-1", "HEAD").split()[1:] == [own, theirs]
        assert clean(clone)
        text = clone.lesson("toy").exercise.read_text()
        assert "return x + x" in text
        assert "Something else between" in text
        assert clone.lesson("gear").exercise.read_bytes() == gear
        assert "New title" in clone.lesson("toy").notebook.read_text()
        assert "mine" in clone.lesson("gear").notebook.read_text()
        assert notebook in clone.backups()
        assert (clone.root / "mine.txt").read_text() == "mine"

    def test_committed_and_still_open_work_together(self, course, clone, run):
        clone.solve(task="double")
        clone.commit()
        clone.solve(task="join", body="return words")
        course.solutions["toy"] = NEW_TEXT
        course.release()
        run()
        text = clone.lesson("toy").exercise.read_text()
        assert all(part in text for part in ("x + x", "return words", "Something else between"))
        assert not clean(clone)  # what was not committed is not committed now
        committed = git(clone.root, "show", "HEAD:lessons/02_toy/exercise.py")
        assert "x + x" in committed
        assert "return words" not in committed

    def test_what_does_not_fit_lies_beside_it(self, course, clone, run):
        path = clone.lesson("toy").exercise
        path.write_text(clone.solve().decode().replace('"""Twice x."""', '"""Mine."""'))
        mine = path.read_bytes()
        clone.commit()
        course.solutions["toy"] = NEW_DOUBLE
        course.release()
        run()
        assert path.read_bytes() == mine
        assert "whatever x is" in path.with_name("exercise.new.py").read_text()
        assert clean(clone)

    def test_renumbered_lessons_are_followed(self, course, clone, run):
        clone.solve()
        (clone.lesson("toy").folder / "notes.txt").write_text("notes")
        clone.commit()
        course.numbers = {"gear": 3, "toy": 5}
        course.release()
        run()
        toy = clone.lesson("toy")
        assert "return x + x" in toy.exercise.read_text()
        assert (toy.folder / "notes.txt").read_text() == "notes"
        assert sorted(p.name for p in toy.folder.parent.iterdir() if p.is_dir()) == [
            "03_gear",
            "05_toy",
        ]

    def test_a_conflict_elsewhere_leaves_everything_as_it_was(self, course, clone, run):
        clone.solve()
        (clone.root / "README.md").write_text("mine\n")
        clone.commit()
        clone.run_notebook()
        course.write("README.md", "two\n")
        course.release()
        before, head = clone.snapshot(), clone.head()
        with pytest.raises(UpdateError, match=r"the same lines of README\.md\. Nothing was"):
            run()
        assert (clone.snapshot(), clone.head()) == (before, head)
        assert git(clone.root, "worktree", "list").count("\n") == 1

    def test_a_lesson_of_ones_own_stays(self, course, clone, run):
        text = (clone.root / "lessons/curriculum.toml").read_text()
        own = text[text.index("[[lesson]]") :].partition("[[lesson]]\n")[2]
        own = "[[lesson]]\n" + own.partition("[[lesson]]")[0].replace('"toy"', '"own"')
        own = own.replace("= 2", "= 9")
        (clone.root / "lessons/curriculum.toml").write_text(f"{text}\n{own}")
        (clone.root / "lessons/09_own").mkdir()
        path = clone.root / "lessons/09_own/exercise.py"
        path.write_text("one\n")
        clone.commit()
        path.write_text("two\n")
        course.write("README.md", "two\n")
        course.release()
        run()
        assert path.read_text() == "two\n"
        assert not path.with_name("exercise.new.py").exists()
