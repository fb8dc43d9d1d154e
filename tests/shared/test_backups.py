"""Backups add up, are never overwritten, and are on the disk before anything else happens."""

import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from shared import backups


@pytest.fixture
def toy(toy_course):
    toy_course.exercise.write_bytes(b"mine\r\n")
    return toy_course


def test_it_is_a_copy_named_by_its_time(toy):
    before = datetime.now(UTC)
    copy = backups.keep(toy.exercise, toy)
    assert copy.read_bytes() == b"mine\r\n"
    assert copy.parent == toy.root / "home" / "backups" / "toy"
    stamp, _, name = copy.name.partition("-")
    assert name == "exercise.py"
    made = datetime.strptime(stamp, backups.TIME).replace(tzinfo=UTC)
    assert before <= made <= datetime.now(UTC)


def test_the_newest_is_the_last_and_none_is_overwritten(toy):
    assert backups.kept(toy) == []
    copies = []
    for number in range(20):
        toy.exercise.write_text(str(number))
        copies.append(backups.keep(toy.exercise, toy))
    assert backups.kept(toy) == copies
    assert [copy.read_text() for copy in copies] == [str(number) for number in range(20)]


def test_a_clock_that_was_put_back_changes_no_order(toy):
    place = backups.folder(toy)
    place.mkdir(parents=True)
    (place / "20990101T000000.000000Z-exercise.py").write_text("the future")
    copy = backups.keep(toy.exercise, toy)
    assert copy.name == "20990101T000000.000001Z-exercise.py"
    assert backups.kept(toy)[-1] == copy


def test_one_file_can_be_asked_for(toy):
    exercise = backups.keep(toy.exercise, toy)
    notebook = backups.keep(toy.notebook, toy)
    assert backups.kept(toy, "exercise.py") == [exercise]
    assert backups.kept(toy) == [exercise, notebook]


def test_two_processes_do_not_get_in_each_others_way(toy):
    code = (
        "import sys\nfrom shared import backups, curriculum\nfrom pathlib import Path\n"
        "lesson = curriculum.find('toy', Path(sys.argv[1]))\n"
        "for _ in range(20): backups.keep(lesson.exercise, lesson)\n"
    )
    command = [sys.executable, "-c", code, str(toy.root)]
    running = [subprocess.Popen(command, env=os.environ) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert len(backups.kept(toy)) == 40


def test_what_cannot_be_kept_is_an_error(toy):
    (toy.root / "home").write_text("")
    with pytest.raises(OSError, match="home"):
        backups.keep(toy.exercise, toy)


def test_what_a_crash_left_is_no_backup(toy, monkeypatch):
    def crash(*paths):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", crash)
        with pytest.raises(KeyboardInterrupt):
            backups.keep(toy.exercise, toy)
    (backups.folder(toy) / ".20990101T000000.000000Z-exercise.py.0.part").write_text("half")
    assert backups.kept(toy) == []
