"""The reference comes after the pass, as what differs from the learner's own."""

import pytest
from rich.console import Console

from shared import commands, stubs
from shared.commands import work

RIGHT = '''def helper(words):
    return " ".join(words)


def join(words: list[str]) -> str:
    """The words with a blank between."""
    return helper(words)


def double(x: int) -> int:
    """Twice x."""
    return x + x
'''


@pytest.fixture
def toy(toy_course):
    toy_course.exercise.write_text(RIGHT)
    return toy_course


class TestWhen:
    def test_before_the_pass_it_says_how_to_go_on(self, toy, course):
        result = course("solution", "toy")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == (
            "`double`, `join` have not passed yet. To check: course check toy. A hint: course hint "
            "toy double. One task alone: course solution toy TASK. To see the reference all the "
            "same: course solution toy --show\n"
        )

    def test_after_the_pass_it_is_shown_also_when_the_file_has_changed(self, toy, course):
        course("check", "toy")
        toy.exercise.write_text("")
        assert course("solution", "toy").exit_code == 0

    def test_each_task_by_itself(self, toy, course):
        course("check", "toy", "--task", "join")
        result = course("solution", "toy", "join")
        assert (result.exit_code, '+    return " ".join(words)' in result.stdout) == (0, True)
        assert "double" not in result.stdout
        result = course("solution", "toy", "double")
        assert (result.exit_code, "course solution toy double --show" in result.stderr) == (1, True)
        assert course("solution", "toy").exit_code == 1

    def test_show_shows_it_at_any_time(self, toy, course):
        assert course("solution", "toy", "--show").exit_code == 0

    def test_an_unknown_task_is_answered_with_those_there_are(self, toy, course):
        result = course("solution", "toy", "treble", "--show")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "toy has no task `treble`; its tasks are: double, join\n"

    def test_without_solutions_it_is_said(self, toy, course):
        toy.solution.unlink()
        result = course("solution", "toy", "--show")
        assert (result.exit_code, "there is no reference solution" in result.stderr) == (2, True)


class TestWhat:
    def show(self, course, *arguments: str) -> str:
        result = course("solution", "toy", "--show", *arguments)
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    def test_it_is_the_difference_by_function(self, toy, course):
        text = self.show(course)
        assert "-    return x + x\n+    return math.floor(2 * x)\n" in text
        assert '-    return helper(words)\n+    return " ".join(words)\n' in text
        assert "helper(words):" not in text  # theirs alone
        assert "SOLUTION" not in text
        assert text.index("`double`") < text.index("`join`")

    @pytest.mark.parametrize("end", ["\r\n", "\n"])
    def test_the_same_is_said(self, toy, course, end):
        same = RIGHT.replace("x + x", "math.floor(2 * x)").replace("\n", end)
        toy.exercise.write_bytes(same.encode())
        text = self.show(course, "double")
        assert "yours is the same as the reference's" in text
        assert "return" not in text

    @pytest.mark.parametrize("begun", [False, True])
    def test_what_is_not_begun_is_shown_whole(self, toy, course, begun):
        toy.exercise.unlink()
        if begun:
            stubs.write(toy)
        text = self.show(course, "double")
        assert ("not begun" if begun else "not in your file") in text
        assert (
            'def double(x: int) -> int:\n    """Twice x."""\n    return math.floor(2 * x)\n' in text
        )
        assert "---" not in text

    def test_a_file_that_cannot_be_parsed_is_said(self, toy, course):
        toy.exercise.write_text("def double(:\n")
        text = self.show(course)
        assert "Yours cannot be compared: exercise.py, line 1: invalid syntax" in text
        assert "return math.floor(2 * x)" in text

    def test_the_helpers_of_the_reference_are_shown(self, toy, course):
        marked = "### BEGIN SOLUTION task=double\n_FACTOR = 2\n### END SOLUTION\n\n\ndef double"
        toy.solution.write_text(toy.solution.read_text().replace("def double", marked, 1))
        assert "beside it:\n_FACTOR = 2\n" in self.show(course, "double")
        assert "_FACTOR" not in self.show(course, "join")

    def test_a_method_is_found_in_its_class(self, toy, course):
        code = "class {}:\n    def get(self):\n        ### BEGIN SOLUTION task=get\n"
        code += "        return {}\n        ### END SOLUTION\n"
        toy.solution.write_text(code.format("One", 1) + code.format("Two", 2))
        toy.exercise.write_text("class Two:\n    def get(self):\n        return 3\n")
        text = self.show(course, "get")
        assert "`One.get` is not in your file" in text
        assert "-        return 3\n+        return 2\n" in text

    def test_colours_are_for_a_terminal(self, toy, course, monkeypatch):
        assert "\x1b" not in self.show(course)
        for module in (commands, work):
            monkeypatch.setattr(
                module, "out", Console(force_terminal=True, color_system="standard")
            )
        monkeypatch.delenv("NO_COLOR", raising=False)
        assert "\x1b[" in self.show(course)
