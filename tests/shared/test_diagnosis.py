"""Each way in which set-up can fail ends in one sentence, and the next run continues."""

import errno
import os
import subprocess
from pathlib import Path

import pytest
from fake_checkout import Checkout, make_checkout

from shared.setup import bootstrap, diagnosis


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make_checkout(tmp_path)


OFFLINE = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after \
connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object \
at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name \
resolution')': /simple/demo/
ERROR: Could not find a version that satisfies the requirement demo==1.0 (from versions: none)
ERROR: No matching distribution found for demo==1.0"""
FULL = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
BROKEN = """\
  error: subprocess-exited-with-error
  ERROR: Failed building wheel for demo
ERROR: Could not build wheels for demo, which is required to install some projects"""


CUT_SHORT = """\
  error: subprocess-exited-with-error
  × Building wheel for demo (pyproject.toml) did not run successfully.
  │ exit code: -15
  ERROR: Failed building wheel for demo"""


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The last line of stderr; there must be no traceback before it."""
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_old_python_is_refused(checkout: Checkout) -> None:
    done = checkout.run("lab", FAKE_VERSION="3, 8, 10")
    assert done.returncode == 1
    assert sentence(done) == (
        f"Python 3.8.10 ({checkout.root / 'fake'}) is too old: the course needs Python 3.11 or "
        "later, so install one and name it: `make lab PYTHON=python3.11`."
    )
    assert not checkout.venv.exists()


def test_interpreter_that_does_not_exist_is_named(checkout: Checkout) -> None:
    done = subprocess.run(
        checkout.command("lab", "--python", "python3.99"),
        capture_output=True,
        text=True,
        env=checkout.environment(),
    )
    assert done.returncode == 1
    assert sentence(done).startswith("python3.99 cannot be started: the course needs Python 3.11")


def test_debian_without_venv_is_told_the_package(checkout: Checkout) -> None:
    done = checkout.run("lab", FAKE_MISSING='"ensurepip"')
    assert done.returncode == 1
    assert "has no module ensurepip" in sentence(done)
    assert "`sudo apt-get install python3.11-venv`" in sentence(done)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (OFFLINE, "The package index could not be reached: the first set-up needs a network"),
        (FULL, "is full: the environment needs about 2 GB"),
        (BROKEN, "pip could not install demo: the reason is above and near the end of "),
        ("ERROR: No matching distribution found for demo==1.0", "could not install demo==1.0:"),
        ("ERROR: Operation cancelled by user", "Set-up was stopped before it was done: run `make"),
        (CUT_SHORT, "Set-up was stopped before it was done: run `make lab` again, it continues."),
    ],
    ids=["offline", "full disk", "build fails", "no such version", "cancelled", "build stopped"],
)
def test_pip_failure_is_explained_and_can_be_repeated(
    checkout: Checkout, said: str, expected: str
) -> None:
    done = checkout.run("lab", FAKE_PIP=said)
    assert done.returncode == 1
    assert expected in sentence(done)
    assert "`make lab` again" in sentence(done)
    assert checkout.calls("course lab") == []
    assert checkout.run("lab").returncode == 0
    assert checkout.calls("-m venv") == [], "the environment that was begun is used again"


def test_package_without_a_name_in_the_error_comes_from_the_log(tmp_path: Path) -> None:
    log = tmp_path / "pip.log"
    log.write_text(
        "2026-01-01T10:00:00,000 Collecting one==1\n2026-01-01T10:00:00,001 Collecting two==2\n"
    )
    assert diagnosis.package("error: metadata-generation-failed", str(log)) == "two==2"
    assert diagnosis.package("error: something", str(tmp_path / "none")) == "the lock"


def test_folder_with_other_files_is_refused_and_kept(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("years of work")
    done = checkout.run(COURSE_VENV=str(tmp_path / "home"))
    assert done.returncode == 1
    assert "holds other files" in sentence(done)
    assert (tmp_path / "home" / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (errno.ENOSPC, "The disk that holds /x is full"),
        (errno.EROFS, "`COURSE_VENV=~/course-venv make lab`"),
        (errno.EACCES, "/x cannot be written to"),
        (errno.ELOOP, "/x: Too many levels of symbolic links: put that right and run `make lab`"),
    ],
)
def test_errors_of_the_file_system_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int, expected: str
) -> None:
    def prepare(venv: str, wanted: str) -> None:
        raise OSError(number, os.strerror(number), "/x")

    monkeypatch.setattr(bootstrap, "prepare", prepare)
    assert bootstrap.main(["lab"]) == 1
    said = capsys.readouterr().err.strip()
    assert expected in said
    assert "\n" not in said


def test_read_only_checkout_is_told_about_course_venv(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    base = bootstrap.Python("python3", [3, 11, 7], [], "")
    with pytest.raises(bootstrap.SetupError, match="COURSE_VENV=~/course-venv"):
        bootstrap.create(str(checkout.venv), base)
