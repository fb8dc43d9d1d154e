"""What a notebook shows of a check: the same everywhere, harmless, with what to do next."""

import dataclasses
import subprocess

import pytest

from shared import advice, notebook, progress, stubs
from shared.checking.report import Report, Result, Verdict
from shared.checking.runner import SelectionError
from shared.curriculum import UnknownLessonError
from shared.notebook import CheckView

DOUBLE = "def double(x):\n    return 2 * x\n"
JOIN = "def join(words):\n    return ' '.join(words)\n"
PASSED = {"doubles": Verdict.PASS, "joins": Verdict.PASS}


@pytest.fixture
def toy(toy_course):
    stubs.write(toy_course)
    return toy_course


@pytest.fixture
def view(toy):
    """`view(doubles=…, joins=…)`: the view of a report with these verdicts or results."""

    def view(source: str = "lessons/02_toy/exercise.py", **found) -> CheckView:
        results = [
            Result("double", "doubles", "Twice a number.", 2, Verdict.PASS),
            Result("join", "joins", "Words become a text.", 1, Verdict.PASS),
        ]
        for at, result in enumerate(results):
            change = found.get(result.check, {})
            change = change if isinstance(change, dict) else {"verdict": Verdict(change)}
            results[at] = dataclasses.replace(result, **change)
        return CheckView(toy, Report("toy", source, 0, results))

    return view


def test_a_table_in_text(view):
    found = view(doubles="FAIL", joins="NOT_ATTEMPTED")
    assert repr(found) == (
        "lessons/02_toy/exercise.py: 0 of 3 points\n"
        "  ✗ FAIL          Twice a number.\n"
        "  · NOT_ATTEMPTED Words become a text.\n"
        "doubles: it ran, and the answer is wrong\n"
        "Change `double` in lessons/02_toy/exercise.py, save, and check again. "
        "A hint: course hint toy double"
    )


def test_a_table_in_html(view):
    text = view(joins={"verdict": Verdict.FAIL, "message": "1 < 2 & '<b>'"})._repr_html_()
    assert text.startswith("<p><b>lessons/02_toy/exercise.py: 2 of 3 points</b></p><table>")
    assert "<td>✓</td><td>PASS</td>" in text
    assert "<td>✗</td><td>FAIL</td>" in text
    assert "<td>2/2</td>" in text
    assert "<pre>joins: 1 &lt; 2 &amp; &#x27;&lt;b&gt;&#x27;</pre>" in text


def test_nothing_a_learner_wrote_becomes_html(view):
    evil = "<script>alert(1)</script>"
    found = view(
        source=evil,
        doubles={"verdict": Verdict.ERROR, "message": evil, "output": evil, "title": evil},
    )
    assert "<script" not in found._repr_html_()
    assert found._repr_html_().count("&lt;script") >= 4


def test_what_the_code_printed_is_shown_with_the_failure(view):
    found = view(doubles={"verdict": Verdict.FAIL, "message": "0; expected 2", "output": "here\n"})
    assert "doubles: 0; expected 2\nIt printed:\nhere\n" in repr(found)


class TestWhatNext:
    def said(self, view, **found):
        return view(**found).next_step

    def test_write_the_next_task(self, toy, view):
        toy.exercise.write_text(DOUBLE + "def join(words):\n    raise NotImplementedError\n")
        assert self.said(view, joins="NOT_ATTEMPTED") == (
            "Write `join` in lessons/02_toy/exercise.py, save, and check again. "
            "A hint: course hint toy join"
        )

    @pytest.mark.parametrize("verdict", ["FAIL", "ERROR", "TIMEOUT", "LIMIT", "CRASH", "PROTOCOL"])
    def test_a_failure_comes_before_what_is_not_written(self, view, verdict):
        said = self.said(view, doubles="NOT_ATTEMPTED", joins=verdict)
        assert said.startswith("Change `join` in lessons/02_toy/exercise.py")

    def test_mend_what_does_not_import(self, view):
        said = self.said(view, doubles="IMPORT_ERROR", joins="IMPORT_ERROR")
        assert said.startswith("Mend lessons/02_toy/exercise.py until it can be imported")

    def test_write_a_lost_exercise_anew(self, toy, view):
        toy.exercise.unlink()
        said = self.said(view, doubles="IMPORT_ERROR", joins="IMPORT_ERROR")
        assert said == "There is no lessons/02_toy/exercise.py: course reset toy writes it anew."

    def test_a_file_that_is_not_utf8_is_told_at_which_byte(self, toy):
        toy.exercise.write_bytes(b"x = 'caf\xe9'\n")
        assert notebook.check("toy").next_step == (
            "lessons/02_toy/exercise.py, line 1: byte 9 of it is 0xe9, and the file is not UTF-8: "
            "save it as UTF-8, then check again."
        )

    def test_go_on_with_the_first_task_that_is_open(self, view, monkeypatch):
        monkeypatch.setattr(progress, "tasks_passed", lambda lesson: {"double"})
        assert self.said(view) == "Done. Next: `join`, in the same file."

    def test_what_passed_before_an_edit_is_not_next_again(self, view, monkeypatch):
        monkeypatch.setattr(progress, "tasks_passed", lambda lesson: {"double", "join"})
        said = self.said(view)
        assert said.endswith("changed since the other tasks passed: course check toy")

    def test_the_lesson_is_done(self, view, monkeypatch):
        monkeypatch.setattr(progress, "verdicts", lambda lesson: PASSED)
        assert self.said(view) == "Lesson 02 is done: every check passes."

    def test_another_file_is_no_learners(self, view):
        source = "solutions/02_toy/solution.py"
        assert self.said(view, source=source) == "Everything passes."
        said = self.said(view, source=source, joins="FAIL")
        assert said == "The first to look at: joins."

    def test_who_edits_a_copy_is_told(self, toy, view):
        copy = toy.folder / "exercise-Copy1.py"
        copy.write_text(DOUBLE + JOIN)
        said = self.said(view, doubles="NOT_ATTEMPTED", joins="NOT_ATTEMPTED")
        assert said == (
            "lessons/02_toy/exercise.py is as it was handed out: it is the file to edit. "
            "Changed instead: lessons/02_toy/exercise-Copy1.py."
        )
        toy.exercise.write_text(toy.exercise.read_text() + "# begun\n")
        said = self.said(view, doubles="NOT_ATTEMPTED", joins="NOT_ATTEMPTED")
        assert said.startswith("Write `double` in lessons/02_toy/exercise.py")

    def test_who_edits_the_solution_or_the_checks_is_told(self, toy):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "."]):
            subprocess.run([*git, *command], cwd=toy.root, check=True)
        assert advice.edited_elsewhere(toy) == []
        toy.solution.write_text(toy.solution.read_text() + "# mine\n")
        (toy.checks.parent / "my own exercise ü.py").write_text("")
        assert advice.edited_elsewhere(toy) == [
            "solutions/02_toy/solution.py",
            "tests/lessons/02_toy/my own exercise ü.py",
        ]


class TestCheck:
    def test_an_untouched_exercise_is_not_attempted(self, toy):
        text = repr(notebook.check("toy", "join"))
        assert text.startswith("lessons/02_toy/exercise.py: 0 of 1 points\n  · NOT_ATTEMPTED")
        assert "Write `join`" in text

    def test_the_file_is_checked_as_it_is_saved_now(self, toy):
        toy.exercise.write_text(DOUBLE + JOIN.replace("' '", "'-'"))
        first = notebook.check("2", "join")
        toy.exercise.write_text(DOUBLE + JOIN)
        second = notebook.check("02_toy", "join")
        assert "joins: join(['a', 'b']) returned 'a-b'; expected 'a b'." in repr(first)
        assert repr(second) == (
            "lessons/02_toy/exercise.py: 1 of 1 points\n"
            "  ✓ PASS          Words become a text.\n"
            "Done. Next: `double`, in the same file."
        )

    def test_in_ci_it_is_the_reference_that_is_checked_and_nothing_is_kept(self, toy, monkeypatch):
        monkeypatch.setenv("COURSE_SOURCE", "solution")
        found = [notebook.check("toy") for _ in range(2)]
        assert repr(found[0]) == repr(found[1])
        assert found[0]._repr_html_() == found[1]._repr_html_()
        assert found[0].next_step == "Everything passes."
        assert "solutions/02_toy/solution.py: 3 of 3 points" in repr(found[0])
        assert not (toy.root / "home").exists()

    def test_unknown_names_are_answered(self, toy):
        with pytest.raises(UnknownLessonError, match="did you mean `toy`"):
            notebook.check("toys")
        with pytest.raises(SelectionError, match="it has: double, join"):
            notebook.check("toy", "treble")
        with pytest.raises(LookupError, match="its tasks are: double, join"):
            notebook.hint("toy", "treble")

    def test_each_hint_goes_one_further(self, toy, capsys):
        for _ in range(3):
            notebook.hint("toy", "double")
        assert capsys.readouterr().out.splitlines() == [
            "double, hint 1 of 2: What is twice?",
            *[
                "double, hint 2 of 2: Multiply by two.",
                "That is the last hint. To see the reference: course solution toy double --show",
            ]
            * 2,
        ]
