"""Which lessons there are, how they are named, and whose code stands for one."""

import pickle
import sys
from pathlib import Path

import pytest

from shared import curriculum, progress, stubs
from shared.checking.runner import run_checks
from shared.curriculum import UnknownLessonError, choose, find, import_file, lessons, load, needs

ENTRY = """
[[lesson]]
id = "{id}"
number = {number}
stage = "Ground"
title = "{id}"
minutes = 1
needs = {needs}
summary = "."
"""
LIST = [("base", 1, []), ("middle", 2, ["base"]), ("other", 3, []), ("top", 12, ["middle"])]

CHECKS = '''
from shared.checking import check, same
HINTS = {"answer": ("one", "two")}

@check("answer", seconds=5)
def answers(lesson):
    """The answer."""
    return lesson.answer()
'''
SOLUTION = '''
def answer():
    """The answer."""
    ### BEGIN SOLUTION task=answer
    return 42
    ### END SOLUTION
'''
PASSES = "def answer():\n    return 6 * 7\n"
FAILS = "def answer():\n    return 41\n"


def write_list(root: Path, entries: list[tuple]) -> None:
    text = "".join(ENTRY.format(id=id, number=n, needs=list(needs)) for id, n, needs in entries)
    (root / "lessons").mkdir(parents=True, exist_ok=True)
    (root / "lessons" / "curriculum.toml").write_text(text)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four lessons under a path with blanks, all with the same task; no exercise is written."""
    root = tmp_path / "my course (v2)"
    write_list(root, LIST)
    for lesson in lessons(root):
        for path, text in ((lesson.solution, SOLUTION), (lesson.checks, CHECKS)):
            path.parent.mkdir(parents=True)
            path.write_text(text)
        lesson.folder.mkdir()
    monkeypatch.setenv("COURSE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("COURSE_SOURCE", raising=False)
    monkeypatch.setattr(progress, "_unkept", {})
    return root


def test_the_course_itself_is_in_order():
    assert [lesson.number for lesson in lessons()] == sorted({x.number for x in lessons()})


def test_lessons_come_in_order_and_know_their_files(course):
    assert [lesson.id for lesson in lessons(course)] == ["base", "middle", "other", "top"]
    base = lessons(course)[0]
    assert (base.name, base.needs) == ("01_base", ())
    assert base.exercise == course / "lessons" / "01_base" / "exercise.py"
    assert base.solution == course / "solutions" / "01_base" / "solution.py"
    assert base.checks == course / "tests" / "lessons" / "01_base" / "checks.py"


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([("a", 1, []), ("a", 2, [])], "the id a is used twice"),
        ([("a", 2, []), ("b", 2, [])], "numbers must rise"),
        ([("a", 2, []), ("b", 1, [])], "numbers must rise"),
        ([("a", 1, ["b"]), ("b", 2, [])], r"a needs \['b'\], not earlier"),
        ([("a", 1, ["a"])], r"a needs \['a'\], not earlier"),
    ],
)
def test_a_list_that_contradicts_itself_is_refused(tmp_path, entries, words):
    write_list(tmp_path, entries)
    with pytest.raises(ValueError, match=words):
        lessons(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "top",
        "TOP",
        " top ",
        "12",
        "012",
        "12_top",
        "lessons/12_top",
        "lessons/12_top/",
        "/x/12_Top",
    ],
)
def test_a_lesson_has_many_names(course, name):
    assert find(name, course).id == "top"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("middel", "did you mean `middle`"),
        ("2_middle", "did you mean `02_middle`"),
        ("13", "course list"),
        ("-1", "course list"),
        ("", "course list"),
        ("\ud800", "course list"),
        ("zzzzzz", "course list"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(course, name, words):
    with pytest.raises(UnknownLessonError, match=words):
        find(name, course)


def test_needs_reach_through_other_lessons(course):
    assert [need.id for need in needs(find("top", course))] == ["base", "middle"]
    assert needs(find("base", course)) == []


class TestChoose:
    @pytest.fixture
    def base(self, course):
        return find("base", course)

    def chosen(self, base, **options):
        source = choose("base", root=base.root, **options)
        assert source.path == {"exercise": base.exercise, "solution": base.solution}[source.kind]
        return source.kind, source.reason

    def test_without_an_exercise_it_is_the_reference(self, base):
        assert self.chosen(base) == ("solution", "there is no exercise.py")

    def test_a_stub_is_not_begun(self, base):
        stubs.write(base)
        assert self.chosen(base) == ("solution", "the exercise is not begun")

    def test_an_exercise_counts_once_it_passes(self, base):
        base.exercise.write_text(PASSES)
        assert self.chosen(base) == ("exercise", "it passes all of its checks")
        assert load("base", root=base.root).answer() == 42
        base.exercise.write_text(FAILS)
        assert self.chosen(base) == ("solution", "the exercise does not pass all checks yet")
        assert load("base", root=base.root).answer() == 42

    def test_a_known_verdict_is_not_found_out_again(self, base, monkeypatch):
        base.exercise.write_text(PASSES)
        progress.check_exercise(base)
        monkeypatch.setattr(progress, "check_exercise", None)
        assert self.chosen(base)[0] == "exercise"

    @pytest.mark.parametrize("code", ["def answer(:", "raise SystemExit"])
    def test_a_broken_exercise_is_not_taken(self, base, code):
        base.exercise.write_text(code)
        assert self.chosen(base)[0] == "solution"

    @pytest.mark.parametrize("forced", ["exercise", "solution"])
    @pytest.mark.parametrize("own", [True, False])
    def test_the_choice_can_be_forced(self, base, monkeypatch, forced, own):
        base.exercise.write_text(FAILS)
        monkeypatch.setenv("COURSE_SOURCE", forced)
        assert self.chosen(base, own=own) == (forced, f"COURSE_SOURCE={forced}")
        expected = {"exercise": 41, "solution": 42}[forced]
        assert load("base", own=own, root=base.root).answer() == expected

    def test_in_its_own_lesson_it_is_never_silently_the_reference(self, base):
        assert self.chosen(base, own=True)[0] == "exercise"
        with pytest.raises(FileNotFoundError, match=r"exercise\.py"):
            _ = load("base", own=True, root=base.root).answer

    def test_an_empty_setting_is_none_and_a_wrong_one_is_refused(self, base, monkeypatch):
        monkeypatch.setenv("COURSE_SOURCE", "")
        assert self.chosen(base)[0] == "solution"
        monkeypatch.setenv("COURSE_SOURCE", "solutions")
        with pytest.raises(ValueError, match="'solutions': it must be auto, exercise or solution"):
            self.chosen(base)

    def test_it_says_which_code_it_took_and_why(self, base):
        assert str(choose("base", root=base.root)) == (
            "base: the reference solution (solutions/01_base/solution.py), "
            "because there is no exercise.py"
        )
        assert "your code (lessons/01_base/exercise.py)" in repr(
            load("base", own=True, root=base.root)
        )


def test_a_check_runs_on_the_pinned_files_only(course, tmp_path, monkeypatch):
    other = tmp_path / "theirs.py"
    other.write_text("def answer():\n    return 43\n")
    monkeypatch.setattr(curriculum, "_pinned", None)
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    curriculum.pin({"base": other}, course)
    assert load("base").answer() == 43
    assert "the check runs on this file" in str(choose("base"))
    with pytest.raises(UnknownLessonError, match="loads `middle`, which its `needs`"):
        load("middle")


def test_a_check_meets_the_learners_earlier_code_and_the_judge_the_reference(course):
    middle = find("middle", course)
    text = "from shared.curriculum import load\ndef answer():\n    return load('base').answer()\n"
    middle.solution.write_text(text)
    middle.exercise.write_text(text)
    find("base", course).exercise.write_text(FAILS)  # so that the reference stands for it
    assert run_checks(middle).passed
    middle.exercise.write_text(text.replace("base", "other"))
    assert "its `needs` in curriculum.toml do not name" in run_checks(middle).results[0].message


class TestLiveView:
    @pytest.fixture
    def base(self, course):
        base = find("base", course)
        base.exercise.write_text(PASSES)
        return base

    @pytest.fixture
    def live(self, base):
        return load("base", own=True, root=base.root)

    def test_an_edit_counts_at_once(self, base, live):
        for value in range(50):  # many within one second, all of one length
            base.exercise.write_text(f"def answer():\n    return {value:02}\n".replace(" 0", " "))
            assert live.answer() == value

    def test_what_is_unchanged_stays_the_same_object(self, base, live):
        assert live.answer is live.answer
        base.exercise.touch()
        assert live.answer is load("base", own=True, root=base.root).answer

    def test_a_half_saved_file_names_itself_and_its_line(self, base, live):
        base.exercise.write_text("def answer():\n    return (1,\n")
        with pytest.raises(SyntaxError) as caught:
            live.answer()
        assert (caught.value.filename, caught.value.lineno) == (str(base.exercise), 2)
        base.exercise.write_text(PASSES)
        assert live.answer() == 42

    def test_names_come_from_the_file_as_it_is(self, base, live):
        assert "answer" in dir(live)
        with pytest.raises(AttributeError, match=r"exercise\.py of lesson base has no `question`"):
            _ = live.question
        base.exercise.write_text("question = 1\n")
        assert live.question == 1
        assert not hasattr(live, "answer")

    def test_an_error_of_the_code_stays_itself(self, base, live):
        base.exercise.write_text("import math\nmath.no_such_name\n")
        with pytest.raises(AttributeError, match="module 'math' has no attribute"):
            _ = live.answer

    def test_its_objects_can_be_pickled(self, base, live):
        base.exercise.write_text(
            "from dataclasses import dataclass\n@dataclass\nclass Row:\n    text: str\n"
        )
        row = live.Row("a")
        load("base", root=base.root)  # the reference, under the same name
        assert pickle.loads(pickle.dumps(live.Row("a"))) == row

    def test_a_bom_and_an_encoding_are_understood(self, base, live):
        base.exercise.write_bytes("\ufeffanswer = 'ä'\r\n".encode())
        assert live.answer == "ä"
        base.exercise.write_bytes(b"# coding: latin-1\nanswer = '\xe4'\n")
        assert live.answer == "ä"


def test_a_failed_import_leaves_no_trace(tmp_path):
    path = tmp_path / "code.py"
    path.write_text("kept = 1\n")
    first = import_file(path, "some_lesson")
    path.write_text("import sys; del sys.modules['some_lesson']; 1 // 0\n")
    with pytest.raises(ZeroDivisionError):
        import_file(path, "some_lesson")
    assert sys.modules["some_lesson"] is first
    del sys.modules["some_lesson"]
