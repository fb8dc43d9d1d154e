"""`course watch` checks at each save, however an editor saves, and wherever events come from."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import watchfiles
from toy_progress import RIGHT
from watchfiles._rust_notify import WatchfilesRustInternalError

from shared import ROOT, progress, stubs, watch

pytestmark = pytest.mark.timeout(120)


def in_place(path: Path, text: str) -> None:
    path.write_text(text)


def by_rename(path: Path, text: str) -> None:
    path.with_name(".new").write_text(text)
    os.replace(path.with_name(".new"), path)


def anew(path: Path, text: str) -> None:
    """As vim does it: the old file moves away first."""
    path.rename(path.with_name("exercise.py~"))
    path.write_text(text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "exercise.py"
    file.write_text("0")
    return file


class TestSaves:
    @pytest.mark.parametrize("poll", [False, True])
    @pytest.mark.parametrize("save", [in_place, by_rename, anew])
    def test_each_save_counts(self, path, save, poll):
        saves = watch.saves(path, poll=poll)
        next(saves)
        for number in range(3):  # the first falls into the time before anything is watched
            save(path, f"{number} saved")
            next(saves)

    def replay(self, path: Path, monkeypatch, *steps: Callable[[], object]) -> int:
        """How often it is checked if these things happen, one before each glance."""

        def glances(folder: Path, poll: bool) -> Iterator[None]:
            for step in steps:
                step()
                yield

        monkeypatch.setattr(watch, "_glances", glances)
        return sum(1 for _ in watch.saves(path))

    def test_without_a_save_nothing_is_checked(self, path, monkeypatch):
        def read() -> None:
            path.read_text()
            path.chmod(0o600)
            path.with_name("other.py").write_text("")

        assert self.replay(path, monkeypatch, read, read) == 1

    def test_the_same_text_saved_again_is_a_save(self, path, monkeypatch):
        later = path.stat().st_mtime_ns + 1

        def save() -> None:
            path.write_text("0")
            os.utime(path, ns=(later, later))

        assert self.replay(path, monkeypatch, save) == 2

    def test_a_file_that_is_missing_for_a_moment_is_none(self, path, monkeypatch):
        steps = path.unlink, lambda: path.write_text("new")
        assert self.replay(path, monkeypatch, *steps) == 2

    def test_a_file_that_stays_missing_is_told_once(self, path, monkeypatch):
        steps = (path.unlink, *[lambda: None] * 4)
        assert self.replay(path, monkeypatch, *steps) == 2

    def test_a_save_while_the_caller_is_busy_counts_once(self, path, monkeypatch):
        monkeypatch.setattr(watch, "_glances", lambda folder, poll: iter([None] * 5))
        count = 0
        for _ in watch.saves(path):
            count += 1
            if count == 1:
                path.write_text("one")
                path.write_text("three")
        assert count == 2

    def test_without_file_events_it_polls(self, path, monkeypatch):
        asked = []

        def none(folder: Path, *, force_polling: bool | None, **options: object) -> Iterator[set]:
            asked.append(force_polling)
            if not force_polling:
                raise WatchfilesRustInternalError("too many open files")
            yield set()

        monkeypatch.setattr(watchfiles, "watch", none)
        next(watch._glances(path.parent, False))
        assert asked == [None, True]

    def test_where_events_never_come_it_looks_from_time_to_time(self, path, monkeypatch):
        real = watchfiles.watch
        elsewhere = path.parent / "elsewhere"
        elsewhere.mkdir()
        monkeypatch.setattr(watchfiles, "watch", lambda folder, **o: real(elsewhere, **o))
        saves = watch.saves(path)
        next(saves)
        path.write_text("saved")
        next(saves)

    def test_what_cannot_be_polled_either_is_an_error(self, path, monkeypatch):
        def none(folder: Path, **options: object) -> Iterator[set]:
            raise OSError("no memory")

        monkeypatch.setattr(watchfiles, "watch", none)
        with pytest.raises(OSError, match="no memory"):
            next(watch._glances(path.parent, False))


class TestCommand:
    @pytest.fixture
    def toy(self, toy_course):
        stubs.write(toy_course)
        return toy_course

    @pytest.fixture
    def saving(self, toy, monkeypatch) -> Callable[..., None]:
        """`saving(text, …)`: what is saved one after the other, before Ctrl-C is pressed."""

        def saving(*texts: str | None) -> None:
            def saves(path: Path, *, poll: bool) -> Iterator[None]:
                yield
                for text in texts:
                    path.unlink(missing_ok=True)
                    if text is not None:
                        path.write_text(text)
                    yield
                raise KeyboardInterrupt

            monkeypatch.setattr(watch, "saves", saves)

        return saving

    def test_it_checks_at_once_and_at_each_save(self, toy, course, saving):
        saving(RIGHT.replace("2 * x", "3 * x"), RIGHT)
        result = course("watch", "toy")
        assert (result.exit_code, result.stderr) == (0, "")
        first, second, third = result.stdout.split("Lesson 02, Toy\n")[1:]
        assert "Write `double` in lessons/02_toy/exercise.py" in first
        assert [line.split() for line in second.splitlines()[1:3]] == [
            ["double", "FAIL", "0/2"],
            ["join", "PASS", "1/1"],
        ]
        assert "doubles: Twice a number.\ndouble(" in second
        assert "Lesson 02 is done" in third
        assert progress.is_passed(toy)

    def test_it_goes_on_when_the_file_cannot_be_read(self, toy, course, saving):
        saving("def double(:", None, RIGHT)
        result = course("watch", "toy")
        assert result.exit_code == 0
        assert result.stdout.count("IMPORT_ERROR") == 4
        assert "Lesson 02 is done" in result.stdout

    def test_one_task_can_be_named(self, toy, course, saving):
        saving()
        result = course("watch", "toy", "--task", "join")
        assert (result.exit_code, "double" in result.stdout) == (0, False)

    def test_an_unknown_task_is_answered(self, toy, course, saving):
        saving()
        result = course("watch", "toy", "--task", "treble")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "no task `treble` in this lesson; it has: double, join" in result.stderr

    def test_ctrl_c_ends_a_process_quietly(self, toy):
        code = (
            "import pathlib, sys\nfrom shared import cli, curriculum\n"
            "for function in (curriculum.lessons, curriculum.find):\n"
            "    function.__defaults__ = (pathlib.Path(sys.argv[1]),)\n"
            "cli.app(['watch', 'toy'])\n"
        )
        command = [sys.executable, "-c", code, str(toy.root)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
            line = next(line for line in process.stdout if "Ctrl-C ends" in line)
            toy.exercise.write_text(RIGHT)
            rest = next(line for line in process.stdout if "Lesson 02 is done" in line)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
        assert (line != "", rest != "", process.returncode, said) == (True, True, 0, "")
