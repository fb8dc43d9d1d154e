"""A file is written whole or not at all, and its faults are told in words."""

import os
import signal
import subprocess
import sys

import pytest

from shared import ROOT
from shared.files import atomic_writer, not_utf8, why, write_text


def test_atomic_writer_replaces_at_the_end(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with atomic_writer(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_atomic_writer_leaves_nothing_when_it_fails(tmp_path, error):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail() -> None:
        with atomic_writer(path) as file:
            file.write(b"new")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_killed_in_the_middle_the_old_file_stays(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    code = (
        "import sys, time, pathlib\nfrom shared.files import atomic_writer\n"
        "with atomic_writer(pathlib.Path(sys.argv[1])) as file:\n"
        "    file.write(b'half'); file.flush(); print('ready', flush=True); time.sleep(60)\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(signal.SIGKILL)
    assert path.read_bytes() == b"old"


def test_write_text_makes_the_folder(tmp_path):
    path = tmp_path / "new" / "file"
    assert write_text(path, "é\n") == path
    assert path.read_bytes() == "é\n".encode()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("# é\n".encode(), None),
        ("\ufeffx = 1".encode(), None),
        (b"# coding: latin-1\nx = 'caf\xe9'\n", None),
        (b"# coding: no-such-encoding\nx = 1\n", None),
        (b"\xff\xfex\0", "line 1: byte 1 of it is 0xff, and the file is not UTF-8"),
        (b"a\r\n\r\nb\xe9", "line 3: byte 2 of it is 0xe9, and the file is not UTF-8"),
    ],
)
def test_what_is_not_utf8_is_told_by_line_and_byte(source, said):
    assert not_utf8(source) == (f"{said}: save it as UTF-8" if said else None)


def test_the_systems_reason_comes_without_number_and_path():
    assert why(PermissionError(13, "Permission denied", "/a/.part")) == "Permission denied"
    assert why(OSError("said so")) == "said so"
