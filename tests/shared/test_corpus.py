"""Reading and writing a corpus: bounded lines, whole files or none, refusals before any harm."""

import errno
import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shared import ROOT
from shared.corpus import Line, bounded_lines, open_corpus, open_with_progress


@pytest.mark.parametrize("limit", range(1, 8))
@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n", b"abc", b"abc\n", b"a\nbcd\nefghij\n\nk", b"x" * 40 + b"\ny\r\n"]
)
def test_lines_of_any_length(data, limit):
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert list(bounded_lines(io.BytesIO(data), limit)) == [
        Line(number, line[:limit], len(line)) for number, line in enumerate(expected, 1)
    ]


def test_a_long_line_is_never_read_whole():
    asked = []

    class Endless(io.BytesIO):
        def readline(self, size=-1):
            asked.append(size)
            return super().readline(size)

    [line] = bounded_lines(Endless(b"x" * 10_000), 100)
    assert (len(line.head), line.size) == (100, 10_000)
    assert set(asked) == {101}


def paths(folder: Path) -> tuple[Path, Path, Path]:
    source = folder / "in.jsonl"
    source.write_bytes(b"line\n")
    return source, folder / "out.jsonl", folder / "bad.jsonl"


def test_open_corpus_commits_both_or_none(tmp_path):
    source, target, quarantine = paths(tmp_path)
    with open_corpus(source, target, quarantine) as (lines, good, bad):
        good.write(lines.read())
        bad.write(b"bad")
    assert (target.read_bytes(), quarantine.read_bytes()) == (b"line\n", b"bad")

    def fail() -> None:
        with open_corpus(source, target, quarantine) as (_, good, bad):
            good.write(b"half")
            bad.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (target.read_bytes(), quarantine.read_bytes()) == (b"line\n", b"bad")
    assert len(os.listdir(tmp_path)) == 3


def test_the_same_file_by_any_name_is_refused(tmp_path):
    source, target, quarantine = paths(tmp_path)
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "hard").hardlink_to(source)
    before = sorted(os.listdir(tmp_path))
    pairs = [(name, quarantine) for name in (source, tmp_path / "link", tmp_path / "hard")]
    for out, bad in [*pairs, (target, source), (target, target), (target, tmp_path / "." / target)]:
        with (
            pytest.raises(ValueError, match="same file"),
            open_corpus(source, Path(out), Path(bad)),
        ):
            pass
    assert sorted(os.listdir(tmp_path)) == before
    assert source.read_bytes() == b"line\n"


def test_what_is_missing_is_named(tmp_path):
    source, target, quarantine = paths(tmp_path)
    with (
        pytest.raises(FileNotFoundError, match=r"no corpus at .*missing"),
        open_corpus(tmp_path / "missing", target, quarantine),
    ):
        pass
    with (
        pytest.raises(FileNotFoundError, match=r"no folder .*nowhere.* create it"),
        open_corpus(source, tmp_path / "nowhere" / "out", quarantine),
    ):
        pass
    assert os.listdir(tmp_path) == ["in.jsonl"]


def test_a_folder_is_no_output(tmp_path):
    source, _, quarantine = paths(tmp_path)
    with (
        pytest.raises(IsADirectoryError, match="is a folder"),
        open_corpus(source, tmp_path, quarantine),
    ):
        pass
    assert os.listdir(tmp_path) == ["in.jsonl"]


def test_a_disk_full_at_the_end_changes_neither(tmp_path, monkeypatch):
    source, target, quarantine = paths(tmp_path)
    target.write_bytes(b"old")

    def no_space(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="no space"), open_corpus(source, target, quarantine):
        pass
    assert target.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl"]


def test_the_bar_is_drawn_on_a_terminal_only(tmp_path, capfd):
    path = tmp_path / "corpus-of-a-name.jsonl"
    path.write_bytes(b"a\n" * 1000)
    with open_with_progress(path) as file:
        assert file.read() == path.read_bytes()
    assert capfd.readouterr() == ("", "")
    code = (
        "import sys, pathlib\nfrom shared.corpus import open_with_progress\n"
        "with open_with_progress(pathlib.Path(sys.argv[1])) as file:\n"
        "    print(sum(1 for _ in file))\n"
    )
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)],
            stdout=subprocess.PIPE,
            stderr=theirs,
            cwd=ROOT,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
            check=True,
        )
        time.sleep(0.1)
        shown = os.read(ours, 1 << 16).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.stdout == b"1000\n"
    assert "corpus-of-a-name" in shown
