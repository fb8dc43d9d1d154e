"""What has passed is kept, forgotten when it no longer holds, and never lost."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from toy_progress import RIGHT, keep

from shared import progress
from shared.checking import runner
from shared.checking.runner import run_checks
from shared.curriculum import Lesson, lessons

HALF = "def double(x):\n    return 2 * x\ndef join(words):\n    raise NotImplementedError\n"


@pytest.fixture
def toy(toy_course: Lesson) -> Lesson:
    toy_course.exercise.write_text(RIGHT)
    return toy_course


@pytest.fixture
def unkept(home: Path) -> None:
    """A place where nothing can be kept: a file stands where its folder should be."""
    home.write_text("")


class TestVerdicts:
    def test_those_of_a_run_are_kept(self, toy):
        assert not progress.is_passed(toy)
        assert progress.check_exercise(toy).passed
        assert progress.verdicts(toy) == {"doubles": "PASS", "joins": "PASS"}
        assert progress.is_passed(toy)

    def test_tasks_add_up(self, toy):
        keep(toy, doubles="PASS")
        assert not progress.is_passed(toy)
        progress.check_exercise(toy, ["join"])
        assert progress.is_passed(toy)

    def test_the_last_one_counts(self, toy):
        keep(toy, doubles="PASS", joins="PASS")
        keep(toy, doubles="TIMEOUT")
        assert progress.verdicts(toy) == {"doubles": "TIMEOUT", "joins": "PASS"}
        assert not progress.is_passed(toy)

    @pytest.mark.parametrize("part", ["exercise", "checks", "solution"])
    def test_they_are_forgotten_when_what_they_stand_on_changes(self, toy, part):
        keep(toy, doubles="PASS", joins="PASS")
        path = getattr(toy, part)
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert progress.verdicts(toy) == {}
        assert not progress.is_passed(toy)
        path.write_bytes(before)
        assert progress.is_passed(toy)

    def test_they_are_forgotten_when_a_file_beside_the_checks_changes(self, toy):
        beside = toy.checks.with_name("join.py")
        beside.write_text("HINTS = ()\n")
        keep(toy, doubles="PASS", joins="PASS")
        beside.write_text("HINTS = []\n")
        assert progress.verdicts(toy) == {}

    def test_they_are_forgotten_when_a_lesson_they_stand_on_changes(self, toy):
        text = (toy.root / "lessons" / "curriculum.toml").read_text()
        text += text.replace('"toy"', '"top"').replace("= 2", "= 3").replace("[]", '["toy"]')
        (toy.root / "lessons" / "curriculum.toml").write_text(text)
        _, top = lessons(toy.root)
        keep(top, doubles="PASS")
        toy.exercise.write_text(HALF)
        assert progress.verdicts(top) == {}

    def test_a_task_that_has_passed_stays_so_when_the_file_changes(self, toy):
        progress.check_exercise(toy, ["double"])
        toy.exercise.write_text(HALF)
        progress.check_exercise(toy, ["join"])
        assert progress.tasks_passed(toy) == {"double"}

    def test_a_file_saved_during_the_run_has_no_verdict(self, toy, monkeypatch):
        def run_and_save(*arguments, **options):
            report = run_checks(*arguments, **options)
            toy.exercise.write_text(HALF)
            return report

        monkeypatch.setattr(runner, "run_checks", run_and_save)
        report = progress.check_exercise(toy, ["join"])
        assert report.passed
        assert progress.verdicts(toy) == {}

    @pytest.mark.timeout(60)
    def test_a_long_chain_of_lessons_costs_no_more_than_its_files(self, toy):
        entry = (toy.root / "lessons" / "curriculum.toml").read_text()
        text = entry
        for number in range(3, 40):
            needs = f'needs = ["{"toy" if number == 3 else f"x{number - 1}"}"]'
            new = entry.replace('"toy"', f'"x{number}"').replace("= 2", f"= {number}")
            text += new.replace("needs = []", needs)
        (toy.root / "lessons" / "curriculum.toml").write_text(text)
        for lesson in lessons(toy.root)[1:]:
            for path in (lesson.exercise, lesson.checks, lesson.solution):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(getattr(toy, path.stem).read_text())
            keep(lesson, doubles="PASS", joins="PASS")
        assert progress.is_passed(lessons(toy.root)[-1])


class TestHints:
    def test_they_advance_and_stop_at_the_last(self, toy):
        assert [progress.next_hint(toy, "double", 3) for _ in range(5)] == [0, 1, 2, 2, 2]
        assert progress.next_hint(toy, "join", 3) == 0

    def test_they_survive_an_edit(self, toy):
        progress.next_hint(toy, "double", 3)
        keep(toy, doubles="PASS")
        toy.exercise.write_text(HALF)
        keep(toy, doubles="FAIL")
        assert progress.next_hint(toy, "double", 3) == 1

    def test_fewer_tiers_than_were_seen_are_no_harm(self, toy):
        for _ in range(3):
            progress.next_hint(toy, "double", 3)
        assert progress.next_hint(toy, "double", 1) == 0


class TestFile:
    def test_a_crash_while_writing_leaves_the_old_file(self, toy, home):
        keep(toy, doubles="PASS")
        before = (home / "progress.json").read_bytes()
        code = (
            "import os, signal\n"
            "from shared import progress\n"
            "os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)\n"
            "progress.change(lambda stored: stored.clear())\n"
        )
        died = subprocess.run([sys.executable, "-c", code], env=os.environ, check=False)
        assert died.returncode == -9
        assert (home / "progress.json").read_bytes() == before
        keep(toy, joins="PASS")  # and the lock is free
        assert progress.is_passed(toy)

    def test_a_full_disk_leaves_the_old_file_and_no_litter(self, toy, home, monkeypatch):
        keep(toy, doubles="PASS")
        before = (home / "progress.json").read_bytes()

        def full(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.warns(UserWarning, match="progress is not kept: .*No space.*COURSE_HOME"):
            keep(toy, joins="PASS")
        assert (home / "progress.json").read_bytes() == before
        assert {path.name for path in home.iterdir()} <= {"progress.json", "progress.lock"}

    def test_two_processes_at_once_lose_nothing(self, toy, home):
        code = (
            "import sys\n"
            "from shared import progress\n"
            "for number in range(30):\n"
            "    progress.change(lambda stored: stored.update({f'{sys.argv[1]}{number}': {}}))\n"
        )
        command = [sys.executable, "-c", code]
        running = [subprocess.Popen([*command, name], env=os.environ) for name in ("a", "b")]
        assert [process.wait() for process in running] == [0, 0]
        stored = json.loads((home / "progress.json").read_text())
        assert stored.keys() == {f"{name}{number}" for name in "ab" for number in range(30)}

    @pytest.mark.parametrize(
        "text",
        [
            *(b"", b"{", b"[]", b"null", b'{"toy": 3}', b"\xff\xfe", b'{"toy": {}'),
            *(b"[" * 100_000, b'{"toy": {"verdicts": []}}', b'{"toy": {"verdicts": {"a": 1}}}'),
            *(b'{"toy": {"tasks": "double"}}', b'{"toy": {"tasks": [[]]}}'),
            *(b'{"toy": {"hints": 3}}', b'{"toy": {"hints": {"double": -1}}}'),
            *(b'{"toy": {"hints": {"double": "1"}}}', b'{"toy": {"fingerprint": 0}}'),
        ],
    )
    def test_a_damaged_file_is_set_aside_in_words(self, toy, home, text):
        home.mkdir()
        (home / "progress.json").write_bytes(text)
        with pytest.warns(UserWarning, match=r"progress\.json was damaged and is now .*\.broken-1"):
            assert progress.verdicts(toy) == {}
        assert (home / "progress.broken-1").read_bytes() == text
        keep(toy, doubles="PASS", joins="PASS")
        assert progress.is_passed(toy)

    def test_every_damaged_file_is_kept(self, toy, home):
        home.mkdir()
        for text in ("{", "["):
            (home / "progress.json").write_text(text)
            with pytest.warns(UserWarning, match="was damaged"):
                progress.next_hint(toy, "double", 2)
        assert [p.read_text() for p in sorted(home.glob("*.broken*"))] == ["{", "["]

    def test_what_cannot_be_set_aside_is_not_overwritten(self, toy, home, monkeypatch):
        home.mkdir()
        (home / "progress.json").write_text("{")

        def refuse(*paths: Path) -> None:
            raise PermissionError("not allowed")

        monkeypatch.setattr(os, "replace", refuse)
        with pytest.warns(UserWarning, match="progress is not kept: not allowed"):
            progress.next_hint(toy, "double", 2)
        assert (home / "progress.json").read_text() == "{"

    def test_what_cannot_be_read_is_not_overwritten(self, toy, home, monkeypatch):
        keep(toy, doubles="PASS")
        before = (home / "progress.json").read_bytes()

        def refuse(self: Path) -> bytes:
            raise PermissionError("not allowed")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", refuse)
            with pytest.warns(UserWarning, match="cannot be read: not allowed"):
                assert progress.tasks_passed(toy) == set()
            with pytest.warns(UserWarning, match="progress is not kept: not allowed"):
                progress.next_hint(toy, "double", 2)
        assert (home / "progress.json").read_bytes() == before

    def test_what_a_later_version_keeps_stays(self, toy, home):
        home.mkdir()
        (home / "progress.json").write_text('{"toy": {"seen": [1]}, "gone": {"hints": {}}}')
        keep(toy, doubles="PASS")
        stored = json.loads((home / "progress.json").read_text())
        assert (stored["toy"]["seen"], stored["gone"]) == ([1], {"hints": {}})

    def test_a_new_number_changes_nothing(self, toy):
        keep(toy, doubles="PASS", joins="PASS")
        progress.next_hint(toy, "double", 3)
        listed = toy.root / "lessons" / "curriculum.toml"
        listed.write_text(listed.read_text().replace("number = 2", "number = 7"))
        for part in ("lessons", "solutions", "tests/lessons"):
            (toy.root / part / "02_toy").rename(toy.root / part / "07_toy")
        (moved,) = lessons(toy.root)
        assert moved.name == "07_toy"
        assert progress.is_passed(moved)
        assert progress.next_hint(moved, "double", 3) == 1


class TestPlace:
    @pytest.fixture
    def checkout(self, tmp_path, monkeypatch):
        monkeypatch.delenv("COURSE_HOME", raising=False)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        monkeypatch.setattr(progress, "ROOT", tmp_path)
        return tmp_path

    def test_it_is_the_checkout(self, checkout):
        assert progress.folder() == checkout / ".course"

    def test_a_read_only_checkout_falls_back_to_the_users_own(self, checkout, monkeypatch):
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        place = progress.folder()
        assert place.parent == checkout / "state"
        monkeypatch.setattr(progress, "ROOT", checkout / "another")
        assert progress.folder() != place  # two checkouts do not share one
        monkeypatch.delenv("XDG_STATE_HOME")
        monkeypatch.setenv("HOME", str(checkout))
        assert progress.folder().parent == checkout / ".local" / "state"

    def test_a_folder_that_may_not_be_written_counts(self, checkout, monkeypatch):
        (checkout / ".course").mkdir()
        monkeypatch.setattr(os, "access", lambda path, mode: path != checkout / ".course")
        assert progress.folder().parent == checkout / "state"

    def test_it_can_be_named(self, checkout, monkeypatch):
        monkeypatch.setenv("COURSE_HOME", "~/mine")
        monkeypatch.setenv("HOME", str(checkout))
        assert progress.folder() == checkout / "mine"

    def test_where_nothing_can_be_kept_it_is_said_and_holds_for_the_process(self, toy, unkept):
        assert progress.verdicts(toy) == {}
        with pytest.warns(UserWarning, match=r"progress is not kept: .*COURSE_HOME=<folder>"):
            assert progress.check_exercise(toy).passed
        assert progress.is_passed(toy)
        with pytest.warns(UserWarning, match="progress is not kept"):
            assert [progress.next_hint(toy, "double", 2) for _ in range(3)] == [0, 1, 1]
