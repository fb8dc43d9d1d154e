"""The `course` command: what it prints, where, and with which exit code."""

import json
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest
from toy_progress import RIGHT

import shared
from shared import progress, stubs
from shared.checking.report import Report, Result, Verdict
from shared.commands import learn
from shared.curriculum import Lesson

WRONG = RIGHT.replace("2 * x", "2 * x + 1")


@pytest.fixture
def toy(toy_course: Lesson) -> Lesson:
    toy_course.exercise.write_text(RIGHT)
    return toy_course


@pytest.fixture
def course(toy: Lesson, course: Callable) -> Callable:
    """`course(arguments)`: the finished command, on a right exercise."""
    return course


class TestCheck:
    def test_a_right_exercise_ends_well(self, course):
        result = course("check", "toy")
        assert result.exit_code == 0
        assert "3 of 3 points" in result.stdout
        assert "Lesson 02 is done" in result.stdout
        assert result.stderr == ""

    @pytest.mark.parametrize("code", [WRONG, "def double(:"])
    def test_what_does_not_pass_ends_with_1(self, toy, course, code):
        toy.exercise.write_text(code)
        assert course("check", "02_toy").exit_code == 1

    def test_a_stub_ends_with_1(self, toy, course):
        toy.exercise.unlink()
        stubs.write(toy)
        result = course("check", "2")
        assert (result.exit_code, result.stdout.count("NOT_ATTEMPTED")) == (1, 2)
        assert "Write `double` in lessons/02_toy/exercise.py" in result.stdout

    def test_one_task_can_be_named(self, toy, course):
        toy.exercise.write_text(WRONG)
        result = course("check", "toy", "--task", "join")
        assert result.exit_code == 0
        assert "1 of 1 points" in result.stdout
        assert "Done. Next: `double`" in result.stdout

    def test_the_solution_or_a_file_can_stand_in(self, toy, course, tmp_path, monkeypatch):
        toy.exercise.write_text(WRONG)
        assert course("check", "toy", "--source", "solution").exit_code == 0
        (tmp_path / "theirs [1].py").write_text(WRONG)
        monkeypatch.chdir(tmp_path)
        result = course("check", "toy", "--source", "theirs [1].py")
        assert result.exit_code == 1
        assert "theirs [1].py" in result.stdout
        assert course("list", "--json").stdout.count("true") == 0  # nothing was kept


class TestJson:
    def document(self, result) -> dict:
        assert result.stdout.count("\n") == 1
        assert result.stderr == ""
        return json.loads(result.stdout)

    def test_a_report_is_one_document(self, toy, course):
        toy.exercise.write_text("print('not this')\n" + WRONG.replace("return", "print(1); return"))
        result = course("check", "toy", "--json", "--seed", "3")
        report = self.document(result)
        assert result.exit_code == 1
        assert {key: report[key] for key in ("lesson", "source", "seed", "passed", "earned")} == {
            "lesson": "toy",
            "source": "lessons/02_toy/exercise.py",
            "seed": 3,
            "passed": False,
            "earned": 1,
        }
        assert [row["verdict"] for row in report["results"]] == ["FAIL", "PASS"]
        assert [row["earned"] for row in report["results"]] == [0, 1]
        assert report["results"][0]["message"].startswith("double(")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["toys"], "did you mean `toy`"),
            (["zzz"], "course list"),
            (["toy", "--task", "treble"], "no task `treble` in this lesson; it has: double, join"),
            (["toy", "--source", "nowhere.py"], "there is no file nowhere.py: name"),
            (["toy", "--source", "x" * 300], f"there is no file {'x' * 300}: name one, or"),
            (["toy", "--source", "/"], "/ is a folder, and a file is checked: name the .py file"),
        ],
    )
    def test_a_wrong_name_is_one_document_too(self, course, arguments, words):
        result = course("check", *arguments, "--json")
        assert words in self.document(result)["error"]
        assert result.exit_code == 2

    def test_a_broken_checks_file_is_one_document_too(self, toy, course):
        toy.checks.write_text("")
        result = course("check", "toy", "--json")
        assert "checks.py holds no check" in self.document(result)["error"]
        assert result.exit_code == 2

    def test_the_list_is_one_document(self, course, monkeypatch):
        monkeypatch.setattr(progress, "is_passed", lambda lesson: True)
        assert self.document(course("list", "--json")) == {
            "lessons": [{"id": "toy", "number": 2, "title": "Toy", "minutes": 1, "done": True}]
        }

    def test_as_a_process_too(self):
        command = [sys.executable, "-m", "shared.cli", "check", "no such lesson", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "")
        assert "no such lesson" in json.loads(done.stdout)["error"]


class TestPlainText:
    def shown(self, toy, capsys, **changes) -> str:
        fields = {"task": "join", "check": "joins", "title": "Title.", "points": 1}
        result = Result(**{**fields, "verdict": Verdict.FAIL, **changes})
        learn.print_report(toy, Report("toy", "file [bold].py", 0, [result]))
        return capsys.readouterr().out

    def test_what_looks_like_markup_is_text(self, toy, capsys):
        text = self.shown(toy, capsys, title="[red] and [/red] and [INST] stay", message="[/b] [x]")
        assert text.count("[red] and [/red] and [INST] stay") == 2
        assert "[/b] [x]" in text
        assert "file [bold].py" in text

    def test_what_looks_like_an_emoji_is_text(self, toy, capsys):
        text = self.shown(toy, capsys, title=":warning:", message="'a:x:b'", output=":smile:")
        assert all(part in text for part in (":warning:", "'a:x:b'", ":smile:"))

    def test_a_long_message_is_not_broken_into_lines(self, toy, capsys):
        message = "word " * 100 + "end"
        assert message in self.shown(toy, capsys, message=message)


@pytest.mark.parametrize(
    "command",
    [["check"], ["hint"], ["stubs"], ["read"], ["watch"], ["solution"], ["reset"]],
)
def test_a_typo_is_answered_with_the_nearest_on_stderr(course, command):
    result = course(*command, "tyo")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "there is no lesson `tyo`: did you mean `toy`?\n"


@pytest.mark.parametrize("arguments", [["check"], ["chek"], ["check", "toy", "--seed", "-1"], []])
def test_wrong_usage_ends_with_2(course, arguments):
    assert course(*arguments).exit_code == 2


def test_the_help_names_a_learners_commands_in_the_order_of_their_use(course):
    lines = course("--help").stdout.replace("│", " ").splitlines()
    said = [line.split()[0] for line in lines if line.strip()]
    names = ["list", "status", "read", "check", "watch", "hint", "solution", "reset"]
    first = said.index("list")
    assert said[first : first + len(names)] == names


def test_the_list_shows_what_is_done(course):
    assert "✓" not in course("list").stdout
    course("check", "toy")
    result = course("list")
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()][1] == ["✓", "02_toy", "Toy", "1"]


def test_the_real_course_can_be_listed(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_HOME", str(tmp_path))
    command = [sys.executable, "-m", "shared.cli", "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "02_cleaning" in done.stdout


class TestHint:
    def test_each_goes_one_tier_further(self, course):
        said = [course("hint", "toy", "double").stdout for _ in range(3)]
        last = "That is the last hint. To see the reference: course solution toy double --show\n"
        assert said == [
            "double, hint 1 of 2: What is twice?\n",
            f"double, hint 2 of 2: Multiply by two.\n{last}",
            f"double, hint 2 of 2: Multiply by two.\n{last}",
        ]

    def test_without_a_task_it_is_the_first_that_is_open(self, course, monkeypatch):
        assert course("hint", "toy").stdout.startswith("double, hint 1")
        known = {"doubles": "PASS", "joins": "FAIL"}
        monkeypatch.setattr(progress, "verdicts", lambda lesson: known)
        assert course("hint", "toy").stdout.startswith("join, hint 1")
        known["joins"] = "PASS"
        result = course("hint", "toy")
        assert (result.exit_code, "Every task of toy passes" in result.stdout) == (0, True)
        assert course("hint", "toy", "join").stdout.startswith("join, hint 1")

    def test_an_unknown_task_is_answered_with_those_there_are(self, course):
        result = course("hint", "toy", "treble")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "toy has no task `treble`; its tasks are: double, join\n"


class TestStubs:
    def test_a_missing_one_is_written_and_then_current(self, toy, course):
        toy.exercise.unlink()
        assert course("stubs", "--check").exit_code == 1
        assert not toy.exercise.exists()
        result = course("stubs")
        assert (result.exit_code, result.stdout) == (0, "02_toy: written\n")
        result = course("stubs", "--check", "toy")
        assert (result.exit_code, result.stdout) == (0, "02_toy: current\n")

    def test_a_stale_one_is_told_and_written(self, toy, course):
        toy.exercise.unlink()
        stubs.write(toy)
        toy.solution.write_text(toy.solution.read_text().replace("Twice x", "Two times x"))
        result = course("stubs", "--check")
        assert result.exit_code == 1
        assert "exercise.py is stale; `course stubs` writes it" in result.stdout
        assert course("stubs").stdout == "02_toy: written\n"
        assert course("stubs", "--check").exit_code == 0

    @pytest.mark.parametrize("command", [["stubs"], ["stubs", "--check"]])
    def test_a_begun_one_is_skipped_except_in_ci(self, toy, course, monkeypatch, command):
        result = course(*command)
        assert (result.exit_code, "skipped" in result.stdout) == (0, True)
        monkeypatch.setenv("CI", "true")
        assert course(*command).exit_code == 1
        assert toy.exercise.read_text() == RIGHT

    def test_a_solution_that_makes_none_is_told(self, toy, course):
        toy.exercise.unlink()
        toy.solution.write_text("### BEGIN SOLUTION task=x\n")
        result = course("stubs")
        assert result.exit_code == 1
        assert "solution.py of lesson toy, line 1: BEGIN SOLUTION without an END" in result.stderr
        assert not toy.exercise.exists()


class TestBench:
    @pytest.fixture(autouse=True)
    def benches(self, tmp_path, monkeypatch):
        """Two benchmarks: `checks`, which repeats its arguments, and `cleaning`."""
        (tmp_path / "checks.py").write_text("def main(argv):\n    print(argv)\n    return 3\n")
        (tmp_path / "cleaning.py").write_text("")
        package = ModuleType("shared.bench")
        package.__path__ = [str(tmp_path)]
        monkeypatch.setattr(shared, "bench", package, raising=False)
        monkeypatch.setitem(sys.modules, "shared.bench", package)
        monkeypatch.delitem(sys.modules, "shared.bench.checks", raising=False)
        yield
        sys.modules.pop("shared.bench.checks", None)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ([], "name a benchmark. There are checks, cleaning\n"),
            (["cheks"], "there is no benchmark `cheks`: did you mean `checks`? There are checks"),
            (["zzz"], "there is no benchmark `zzz`. There are checks, cleaning\n"),
        ],
    )
    def test_an_unknown_name_is_answered(self, course, arguments, words):
        result = course("bench", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr

    def test_arguments_go_through_and_so_does_the_exit_code(self, course):
        result = course("bench", "checks", "--mb", "10", "x")
        assert (result.exit_code, result.stdout) == (3, "['--mb', '10', 'x']\n")
