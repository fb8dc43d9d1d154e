"""Back to the stub and back again; nothing else moves, and nothing is lost."""

import pytest

from shared import backups, progress, stubs
from shared.definitions import definitions

DOUBLE = "def double(x: int) -> int:\n    return x + x\n"
JOIN = "def join(words):\n    return helper(words)\n"
HELPER = "# mine\ndef helper(words): return ' '.join(words)"


@pytest.fixture
def stub(toy_course) -> str:
    """The exercise as it is handed out; it lies there."""
    stubs.write(toy_course)
    return toy_course.exercise.read_text()


@pytest.fixture
def toy(stub, toy_course):
    return toy_course


def with_class(toy) -> str:
    """Give the toy's solution a class with a decorated task; returns its stub."""
    toy.solution.write_text(
        toy.solution.read_text()
        + '''

class Box:
    """Holds."""

    size = 1

    @property
    def half(self) -> float:
        """Half of it."""
        ### BEGIN SOLUTION task=half
        return self.size / 2
        ### END SOLUTION

    @half.setter
    def half(self, value: float) -> None:
        ### BEGIN SOLUTION task=half
        self.size = 2 * value
        ### END SOLUTION
'''
    )
    return stubs.make_stub(toy)


class TestWhole:
    def test_what_was_there_is_kept_and_named(self, toy, course, stub):
        toy.exercise.write_text("mine")
        result = course("reset", "toy")
        assert (result.exit_code, result.stderr) == (0, "")
        assert toy.exercise.read_text() == stub
        (kept,) = backups.kept(toy)
        assert kept.read_text() == "mine"
        assert str(kept) in result.stdout
        assert "course reset toy --restore" in result.stdout

    def test_an_untouched_file_needs_nothing(self, toy, course):
        result = course("reset", "toy")
        assert (result.exit_code, "nothing to do" in result.stdout) == (0, True)
        assert backups.kept(toy) == []

    def test_a_missing_file_is_written(self, toy, course, stub):
        toy.exercise.unlink()
        assert course("reset", "toy").exit_code == 0
        assert toy.exercise.read_text() == stub
        assert backups.kept(toy) == []

    def test_without_a_backup_nothing_is_changed(self, toy, course, monkeypatch):
        toy.exercise.write_text("mine")
        (toy.root / "home").write_text("")  # where the folder should be
        result = course("reset", "toy")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "Nothing was changed" in result.stderr
        assert toy.exercise.read_text() == "mine"

    def test_what_has_passed_once_stays_known(self, toy, course):
        toy.exercise.write_text(DOUBLE + "def join(words): return ' '.join(words)")
        assert course("check", "toy").exit_code == 0
        course("reset", "toy")
        assert progress.tasks_passed(toy) == {"double", "join"}
        assert not progress.is_passed(toy)


class TestRestore:
    def test_twice_is_where_one_was(self, toy, course, stub):
        toy.exercise.write_text("mine")
        course("reset", "toy")
        for expected in ("mine", stub, "mine"):
            assert course("reset", "toy", "--restore").exit_code == 0
            assert toy.exercise.read_text() == expected

    def test_what_was_there_is_kept(self, toy, course):
        toy.exercise.write_text("old")
        course("reset", "toy")
        toy.exercise.write_text("new")
        course("reset", "toy", "--restore")
        assert toy.exercise.read_text() == "old"
        assert backups.kept(toy)[-1].read_text() == "new"

    def test_a_backup_that_is_the_same_is_passed_over(self, toy, course):
        toy.exercise.write_text("old")
        backups.keep(toy.exercise, toy)
        toy.exercise.write_text("new")
        backups.keep(toy.exercise, toy)
        backups.keep(toy.notebook, toy)
        course("reset", "toy", "--restore")
        assert toy.exercise.read_text() == "old"

    def test_a_missing_file_comes_back(self, toy, course):
        toy.exercise.write_text("mine")
        backups.keep(toy.exercise, toy)
        toy.exercise.unlink()
        assert course("reset", "toy", "--restore").exit_code == 0
        assert toy.exercise.read_text() == "mine"

    def test_where_there_is_none_it_is_said(self, toy, course):
        result = course("reset", "toy", "--restore")
        assert (result.exit_code, "there is no backup" in result.stderr) == (1, True)
        backups.keep(toy.exercise, toy)
        result = course("reset", "toy", "--restore")
        assert (result.exit_code, "is the same as" in result.stderr) == (1, True)

    def test_of_one_task_there_is_none(self, toy, course):
        assert course("reset", "toy", "double", "--restore").exit_code == 2


class TestTask:
    def test_all_else_stays_to_the_letter(self, toy, course, stub):
        double, join = functions(stub)
        mine = f"\ufeff# top\nX = '\f\x85'\n@print\n{DOUBLE}# after\n{JOIN}{HELPER}"
        toy.exercise.write_text(mine, encoding="utf-8", newline="")
        result = course("reset", "toy", "double")
        assert (result.exit_code, result.stderr) == (0, "")
        expected = mine.replace(f"@print\n{DOUBLE}", double)
        assert toy.exercise.read_bytes().decode() == expected
        assert join not in expected
        assert backups.kept(toy)[0].read_bytes().decode() == mine

    def test_line_ends_stay_too(self, toy, course, stub):
        double, _ = functions(stub)
        mine = f"x = 1\n{DOUBLE}{JOIN}".replace("\n", "\r\n")
        toy.exercise.write_bytes(mine.encode())
        course("reset", "toy", "double")
        expected = f"x = 1\n{double}{JOIN}".replace("\n", "\r\n")
        assert toy.exercise.read_bytes().decode() == expected

    def test_the_last_open_task_makes_it_untouched_again(self, toy, course, stub):
        raising = [line for line in stub.splitlines(True) if "NotImplementedError" in line]
        begun = stub.replace(raising[0], "    return 2 * x\n")
        toy.exercise.write_text(begun.replace(raising[1], "    return ''\n"))
        course("reset", "toy", "join")
        assert toy.exercise.read_text() == begun
        assert stubs.state(toy) == "begun"
        course("reset", "toy", "double")
        assert toy.exercise.read_text() == stub
        assert stubs.state(toy) == "current"

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    def test_blank_lines_that_are_left_over_do_not_make_it_begun(
        self, toy, course, stub, end, mark
    ):
        _, join = functions(stub)
        mine = stub.replace(join, f"\n{JOIN}\n   \n\n").replace("\n", end)
        toy.exercise.write_bytes((mark + mine).encode())
        course("reset", "toy", "join")
        assert toy.exercise.read_bytes().decode() == stub.replace("\n", end)
        assert stubs.is_untouched(toy.exercise)
        (kept,) = backups.kept(toy)
        assert kept.read_bytes().decode() == mark + mine

    def test_one_that_is_open_needs_nothing(self, toy, course, stub):
        toy.exercise.write_text(stub + "x = 1\n")
        result = course("reset", "toy", "double")
        assert (result.exit_code, "nothing to do" in result.stdout) == (0, True)
        assert backups.kept(toy) == []

    def test_one_that_is_gone_is_put_at_the_end(self, toy, course, stub):
        double, join = functions(stub)
        toy.exercise.write_text("x = 1")
        course("reset", "toy", "double")
        assert toy.exercise.read_text() == f"x = 1\n\n\n{double}"
        course("reset", "toy", "join")
        assert toy.exercise.read_text() == f"x = 1\n\n\n{double}\n\n{join}"

    def test_a_property_and_its_setter(self, toy, course):
        stub = with_class(toy)
        box = stub[stub.index("class Box") :]
        mine = (
            "class Box:\n    size = 3\n\n    @property\n    def half(self): return 1\n\n"
            "    @half.setter\n    def half(self, value): pass\n\n    other = 4\n"
        )
        toy.exercise.write_text(mine)
        course("reset", "toy", "half")
        text = toy.exercise.read_text()
        assert text.startswith(
            "class Box:\n    size = 3\n\n    @property\n    def half(self) -> float"
        )
        assert text.endswith("\n\n    other = 4\n")
        assert text.count("NotImplementedError") == text.count("def half") == 2
        toy.exercise.write_text("class Box:\n    size = 3\n\n\nx = 1\n")
        course("reset", "toy", "half")
        text = toy.exercise.read_text()
        assert text.startswith(
            "class Box:\n    size = 3\n\n    @property\n    def half(self) -> float"
        )
        assert text.endswith("\n\nx = 1\n")
        assert text.count("NotImplementedError") == 2
        toy.exercise.write_text("x = 1\n")
        course("reset", "toy", "half")
        assert toy.exercise.read_text() == f"x = 1\n\n\n{box}"

    def test_of_two_with_one_name_the_last_counts(self, toy, course, stub):
        double, _ = functions(stub)
        toy.exercise.write_text(f"{DOUBLE}\n{DOUBLE}{JOIN}")
        course("reset", "toy", "double")
        assert toy.exercise.read_text() == f"{DOUBLE}\n{double}{JOIN}"

    @pytest.mark.parametrize(
        ("code", "words"),
        [
            ("x = 1\ndef double(:\n", "line 2: invalid syntax"),
            ("x = '\0'\n", "null bytes"),
            (
                b"# one\nx = 'caf\xe9'\n",
                "exercise.py, line 2: byte 9 of it is 0xe9, and the file is not UTF-8: save it as",
            ),
            (f"x = {'-' * 50_000}1\n", "exercise.py, "),
            ("if True:\n    def double(x): return x\n    y = 1\n", "line 2"),
        ],
    )
    def test_where_it_cannot_be_done_the_whole_reset_is_offered(self, toy, course, code, words):
        code = code if isinstance(code, bytes) else code.encode()
        toy.exercise.write_bytes(code)
        result = course("reset", "toy", "double")
        assert (result.exit_code, result.stdout) == (1, "")
        assert words in result.stderr
        assert "course reset toy (a backup is made). Nothing was changed." in result.stderr
        assert toy.exercise.read_bytes() == code
        assert backups.kept(toy) == []

    def test_a_missing_file_is_said(self, toy, course):
        toy.exercise.unlink()
        result = course("reset", "toy", "double")
        assert (result.exit_code, "there is no lessons/02_toy/exercise.py" in result.stderr) == (
            1,
            True,
        )

    def test_an_unknown_one_is_answered_with_those_there_are(self, toy, course):
        result = course("reset", "toy", "treble")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "toy has no task `treble`; its tasks are: double, join\n"


def functions(stub: str) -> list[str]:
    lines = stub.splitlines(keepends=True)
    return ["".join(lines[d.first - 1 : d.last]) for d in definitions(stub.encode())]
