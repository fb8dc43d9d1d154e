"""Progress as one file: what goes out comes in, and nothing else does."""

import errno
import io
import json
import os
import zipfile
from pathlib import Path

import pytest
from fake_archive import another_machine, file, pack, toy
from toy_progress import RIGHT, keep
from typer.testing import CliRunner

from shared import archive, cli, portable, progress, stubs
from shared.archive import PortableError
from shared.portable import merge

__all__ = ["file", "toy"]  # fixtures


class TestThereAndBack:
    def test_the_exercise_and_its_verdicts_arrive(self, toy, file):
        keep(toy, "double", "join", doubles="PASS", joins="PASS")
        progress.next_hint(toy, "double", 3)
        portable.export(file)
        another_machine(toy)
        done = portable.bring_in(archive.read(file))
        assert (done.written, done.copies) == (["toy"], {})
        assert toy.exercise.read_text() == RIGHT
        assert progress.is_passed(toy)
        assert progress.next_hint(toy, "double", 3) == 1

    def test_the_number_of_a_lesson_does_not_matter(self, toy, file):
        keep(toy, "double", doubles="PASS")
        portable.export(file)
        another_machine(toy)
        path = toy.root / "lessons" / "curriculum.toml"
        path.write_text(path.read_text().replace("number = 2", "number = 7"))
        (toy.root / "lessons" / "02_toy").rename(toy.root / "lessons" / "07_toy")
        portable.bring_in(archive.read(file))
        assert (toy.root / "lessons" / "07_toy" / "exercise.py").read_text() == RIGHT

    def test_bytes_that_are_no_text_arrive(self, toy, file):
        toy.exercise.write_bytes(b"\xff\r\n")
        portable.export(file)
        another_machine(toy)
        portable.bring_in(archive.read(file))
        assert toy.exercise.read_bytes() == b"\xff\r\n"

    def test_an_untouched_exercise_stays_at_home(self, toy, file):
        keep(toy, "double", doubles="PASS")
        toy.exercise.unlink()
        stubs.write(toy)
        assert portable.export(file).exercises == {}

    def test_the_same_exercise_is_not_written_again(self, toy, file, home):
        portable.export(file)
        done = portable.bring_in(archive.read(file))
        assert (done.unchanged, done.written) == (["toy"], [])
        assert not (home / "backups").exists()

    def test_another_one_is_replaced_only_by_force_and_kept(self, toy, file, home):
        portable.export(file)
        toy.exercise.write_text("MINE = 1\n")
        keep(toy, "double", doubles="PASS")
        before = (home / "progress.json").read_bytes()
        with pytest.raises(PortableError, match=r"not the same: toy\. With --force"):
            portable.bring_in(archive.read(file))
        assert toy.exercise.read_text() == "MINE = 1\n"
        assert (home / "progress.json").read_bytes() == before
        done = portable.bring_in(archive.read(file), force=True)
        assert toy.exercise.read_text() == RIGHT
        assert done.copies["toy"].read_text() == "MINE = 1\n"
        assert progress.tasks_passed(toy) == {"double"}

    def test_an_unknown_lesson_is_kept_aside(self, toy, file, home):
        stored = {"other": {"tasks": ["x"]}}
        members = {"exercises/other.py": b"1", "progress.json": json.dumps(stored).encode()}
        pack(file, members)
        for _ in range(2):
            done = portable.bring_in(archive.read(file))
            assert done.aside["other"].read_bytes() == b"1"
        assert [path.name for path in (home / "aside").iterdir()] == [done.aside["other"].name]
        assert json.loads((home / "progress.json").read_text())["other"]["tasks"] == ["x"]

    def test_a_full_disk_leaves_what_was_there(self, toy, file, home, monkeypatch):
        portable.export(file)
        toy.exercise.write_text("MINE = 1\n")

        def full(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(PortableError, match=r"cannot hold progress and backups \(No space"):
            portable.bring_in(archive.read(file), force=True)
        assert toy.exercise.read_text() == "MINE = 1\n"

    def test_progress_that_cannot_be_kept_stops_it(self, toy, file, home):
        portable.export(file)
        another_machine(toy)
        stub = toy.exercise.read_bytes()
        home.write_text("")
        with pytest.raises(PortableError, match=r"home cannot hold progress.*COURSE_HOME=<folder>"):
            portable.bring_in(archive.read(file))
        assert toy.exercise.read_bytes() == stub


def entry(mark: str, tasks=(), hints=None, **verdicts: str) -> dict:
    return {"fingerprint": mark, "verdicts": verdicts, "tasks": [*tasks], "hints": hints or {}}


class TestMerge:
    def test_on_the_same_file_a_pass_counts_wherever_it_was(self):
        mine = entry("a", ["x"], x="PASS", y="FAIL")
        theirs = entry("a", ["y"], x="FAIL", y="PASS", z="ERROR")
        expected = {"x": "PASS", "y": "PASS", "z": "ERROR"}
        for pair in ((mine, theirs), (theirs, mine)):
            made = merge(*pair, take=False, current="a")
            assert (made["verdicts"], made["tasks"]) == (expected, ["x", "y"])

    @pytest.mark.parametrize(
        ("take", "current", "mark"),
        [(True, None, "b"), (False, "b", "b"), (False, "a", "a"), (False, "c", "a")],
    )
    def test_on_others_those_count_that_fit(self, take, current, mark):
        mine, theirs = entry("a", ["x"], x="PASS"), entry("b", ["y"], y="PASS")
        made = merge(mine, theirs, take=take, current=current)
        assert made["fingerprint"] == mark
        assert made["verdicts"] == {"a": {"x": "PASS"}, "b": {"y": "PASS"}}[mark]
        assert made["tasks"] == ["x", "y"]

    def test_the_further_hint_counts_and_nothing_else_is_lost(self):
        mine = entry("a", hints={"x": 1, "y": 3}) | {"own": 1, "shared": 1}
        theirs = entry("a", hints={"x": 2}) | {"new": 2, "shared": 2}
        made = merge(mine, theirs, take=False, current="a")
        assert made["hints"] == {"x": 2, "y": 3}
        assert (made["own"], made["new"], made["shared"]) == (1, 2, 1)

    def test_with_nothing_here_it_is_theirs(self):
        theirs = entry("b", ["y"], {"y": 1}, y="PASS")
        assert merge({}, theirs, take=False, current=None) == theirs


class TestCommands:
    @pytest.fixture
    def course(self, toy):
        return lambda *arguments: CliRunner().invoke(cli.app, list(map(str, arguments)))

    def test_they_say_what_they_did(self, toy, course, file):
        result = course("export", file)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{file}: progress, and the exercises toy\n")
        another_machine(toy)
        result = course("import", file)
        assert (result.exit_code, "toy: exercise.py written\n" in result.stdout) == (0, True)
        assert "the same exercise.py is here already" in course("import", file).stdout
        toy.exercise.write_text("MINE = 1\n")
        result = course("import", file)
        assert (result.exit_code, result.stderr.endswith("Nothing was changed.\n")) == (2, True)
        assert "toy: exercise.py written; yours is now " in course("import", file, "--force").stdout

    def test_an_export_writes_over_a_file_only_by_force(self, course, file):
        file.write_text("mine")
        result = course("export", file)
        assert (result.exit_code, file.read_text()) == (2, "mine")
        said = f"{file} exists: another name, or --force to write over it. Nothing was written.\n"
        assert result.stderr == said
        assert course("export", file, "--force").exit_code == 0
        assert zipfile.is_zipfile(file)

    def test_with_nothing_begun_there_is_nothing_to_export(self, toy, course, file):
        another_machine(toy)
        result = course("export", file)
        assert (result.exit_code, file.exists()) == (2, False)
        assert "nothing to export yet" in result.stderr

    @pytest.mark.parametrize(
        ("command", "name", "words"),
        [
            ("export", ".", " is a folder: name a file, for example "),
            ("export", "no/mine.zip", "cannot be written: there is no folder "),
            ("export", "README/mine.zip", "cannot be written: there is no folder "),
            ("export", "m" * 300, "cannot be written (File name too long): name a file in a"),
            ("import", ".", " is a folder: name the file that `course export` wrote. Nothing"),
            ("import", "no/mine.zip", "there is no file "),
            ("import", "README/mine.zip", "there is no file "),
            ("import", "m" * 300, "cannot be read (File name too long): make it readable, or"),
            ("import", "/dev/zero", "/dev/zero is no plain file: name the file that"),
            ("export", "/dev/zero", "/dev/zero is no plain file: name a new one"),
        ],
    )
    def test_a_place_that_is_none_is_said(self, toy, course, command, name, words):
        (toy.root / "README").write_text("")
        before = sorted(toy.root.rglob("*"))
        result = course(command, toy.root / name)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert words in result.stderr
        assert str(toy.root / name) in result.stderr
        assert "Errno" not in result.stderr
        assert sorted(toy.root.rglob("*")) == before

    def test_what_may_not_be_written_or_read_is_named_as_it_was_given(
        self, course, file, monkeypatch
    ):
        opened = Path.open

        def refuse(path: Path, *arguments, **options):
            if "mine.zip" in path.name:
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return opened(path, *arguments, **options)

        course("export", file)
        monkeypatch.setattr(Path, "open", refuse)
        result = course("export", file, "--force")
        expected = f"{file} cannot be written (Permission denied): name a file in a folder that"
        assert (result.exit_code, result.stderr.startswith(expected)) == (2, True)
        assert ".part" not in result.stderr
        result = course("import", file)
        expected = f"{file} cannot be read (Permission denied): make it readable, or name the file"
        assert (result.exit_code, result.stderr.startswith(expected)) == (2, True)

    def test_an_exercise_that_cannot_be_written_leaves_an_import_that_can_go_on(
        self, toy, course, file, monkeypatch
    ):
        course("export", file)
        another_machine(toy)
        stub = toy.exercise.read_bytes()

        def refuse(path, data):
            raise PermissionError(errno.EACCES, "Permission denied", f".{path.name}.part")

        with monkeypatch.context() as patch:
            patch.setattr(portable, "write_bytes", refuse)
            result = course("import", file)
        assert (result.exit_code, toy.exercise.read_bytes()) == (1, stub)
        assert result.stderr == (
            f"{file} was imported only in part: {toy.exercise} cannot be written (Permission "
            "denied): what stood there is as it was. Make it writable and import again, which does "
            "what is left.\n"
        )
        assert course("import", file).exit_code == 0
        assert toy.exercise.read_text() == RIGHT


def test_the_archive_is_the_same_wherever_it_is_read(toy, file):
    portable.export(file)
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as packed:
        assert sorted(packed.namelist()) == ["exercises/toy.py", "manifest.json", "progress.json"]
        assert json.loads(packed.read("manifest.json"))["format"] == archive.FORMAT
