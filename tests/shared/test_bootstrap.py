"""The set-up script run as a user runs it, with a fake python, venv and pip; and the Makefile."""

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fake_checkout import OLD_SAFE, Checkout, make_checkout

from shared import ROOT
from shared.setup import bootstrap


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make_checkout(tmp_path)


# --- the set-up that goes well ---------------------------------------------------------------


def test_first_run_makes_the_environment_and_installs_lock_then_course(checkout: Checkout) -> None:
    done = checkout.run()
    assert done.returncode == 0, done.stderr
    lock, course = checkout.calls("-m pip install")
    assert f"-r {checkout.root}/requirements.txt" in lock
    assert "--no-deps" in course
    assert course.endswith(f"--editable {checkout.root} []")
    assert [line for line in done.stdout.splitlines() if line.startswith("==> ")]


def test_second_run_calls_neither_venv_nor_pip(checkout: Checkout) -> None:
    checkout.run()
    done = checkout.run()
    assert done.returncode == 0
    assert checkout.calls("-m ") == []


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_a_changed_lock_or_project_is_installed_again(checkout: Checkout, name: str) -> None:
    checkout.run()
    with open(checkout.root / name, "a") as file:
        file.write("# changed\n")
    checkout.run()
    assert len(checkout.calls("-m pip install")) == 2
    assert checkout.calls("-m venv") == []


def test_another_interpreter_is_used_when_asked_for(checkout: Checkout) -> None:
    checkout.run()
    done = checkout.run(FAKE_VERSION="3, 12, 1")
    assert done.returncode == 0, done.stderr
    assert len(checkout.calls("-m venv")) == 1


def test_without_asking_the_environment_keeps_its_interpreter(checkout: Checkout) -> None:
    checkout.run(FAKE_VERSION="3, 12, 1")
    checkout.log.write_text("")
    subprocess.run(checkout.command(), env=checkout.environment(), check=True)
    assert checkout.calls("-m ") == []


def test_later_python_is_allowed_and_called_unproved(checkout: Checkout) -> None:
    done = checkout.run(FAKE_VERSION="3, 13, 0")
    assert done.returncode == 0
    assert "Python 3.13.0 is later than Python 3.11, the one on which the course is proved" in (
        done.stdout
    )


def test_course_venv_names_the_folder(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run(COURSE_VENV=str(tmp_path / "else" / "where"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "else" / "where" / "course.json").exists()
    assert not checkout.venv.exists()


def test_foreign_modules_on_pythonpath_stay_out(checkout: Checkout) -> None:
    checkout.run(PYTHONPATH="/foreign")
    assert checkout.calls()
    assert checkout.calls("/foreign") == []


def test_two_at_once_install_once(checkout: Checkout) -> None:
    command = [*checkout.command(), "--python", str(checkout.root / "fake")]
    both = [subprocess.Popen(command, env=checkout.environment()) for _ in range(2)]
    assert [child.wait(timeout=60) for child in both] == [0, 0]
    assert len(checkout.calls("-m pip install")) == 2
    assert len(checkout.calls("-m venv")) == 1


# --- what runs afterwards --------------------------------------------------------------------


def test_lab_fetches_the_model_then_becomes_the_lab(checkout: Checkout) -> None:
    assert checkout.run("lab").returncode == 0
    assert checkout.calls("course ")[-2:] == ["course fetch", "course lab"]


def test_without_the_model_the_lab_still_opens(checkout: Checkout) -> None:
    done = checkout.run("lab", FAKE_FETCH="fails")
    assert done.returncode == 0
    assert "lessons that need no model work all the same" in done.stdout
    assert checkout.calls()[-1] == "course lab"


def test_suites_get_the_remaining_arguments(checkout: Checkout) -> None:
    checkout.run("test-fast", "-k", "stubs")
    assert checkout.calls()[-1].startswith("python -m shared.setup.suites test-fast -k stubs")


def test_setup_and_lock_do_not_fetch_the_model(checkout: Checkout) -> None:
    checkout.run("setup")
    checkout.run("lock")
    assert checkout.calls("course fetch") == []


# --- mending ---------------------------------------------------------------------------------


def test_python_that_does_not_start_is_remade(checkout: Checkout) -> None:
    checkout.run()
    (checkout.venv / "bin" / "python").unlink()
    (checkout.venv / "bin" / "python").symlink_to("/nowhere/python3.11")
    assert checkout.run().returncode == 0
    assert len(checkout.calls("-m venv")) == 1
    assert (checkout.venv / "lib" / "demo.py").exists()


@pytest.mark.parametrize("lost", ["lib/demo.py", "lib/demo-1.0.dist-info", "bin/course"])
def test_missing_files_are_noticed_and_installed_again(checkout: Checkout, lost: str) -> None:
    checkout.run()
    target = checkout.venv / lost
    shutil.rmtree(target) if target.is_dir() else target.unlink()
    assert checkout.run().returncode == 0
    assert target.exists()
    assert checkout.calls("-m venv") == []
    checkout.run()
    assert checkout.calls("-m pip") == []


def test_moved_checkout_gets_programs_with_the_new_path(checkout: Checkout) -> None:
    checkout.run()
    moved = Checkout(checkout.root.rename(checkout.root.with_name("moved")))
    assert moved.run().returncode == 0
    assert len(moved.calls("-m venv")) == 1


def within_pip(checkout: Checkout) -> subprocess.Popen[str]:
    """A set-up whose pip has installed half a package and will not go on.

    It hears Ctrl-C also where the tests run in the background, for which shells turn it off.
    """
    child = subprocess.Popen(
        [*checkout.command("lab"), "--python", str(checkout.root / "fake")],
        env=checkout.environment(FAKE_PIP="half"),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 30
    while not Path(f"{checkout.log}.started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return child


INTERRUPTED = "Set-up was interrupted: run `make lab` again, it continues."
STOPPED = "Set-up was stopped before it was done: run `make lab` again, it continues."
KILLED = STOPPED.replace(":", " (where nobody did it, the memory ran out: free some first):", 1)


@pytest.mark.parametrize(
    ("sent", "to_pip_alone", "code", "sentence"),
    [
        (signal.SIGINT, False, 130, INTERRUPTED),  # what Ctrl-C does: the script and pip get it
        (signal.SIGTERM, False, 130, INTERRUPTED),
        (signal.SIGTERM, True, 1, STOPPED),
        (signal.SIGKILL, True, 1, KILLED),
    ],
)
def test_interrupted_run_says_so_and_the_next_one_continues(
    checkout: Checkout, sent: signal.Signals, to_pip_alone: bool, code: int, sentence: str
) -> None:
    child = within_pip(checkout)
    pip = Path(f"{checkout.log}.started").read_text().strip()
    if to_pip_alone:
        os.kill(int(pip), sent)
    else:
        os.killpg(child.pid, sent)
    _, said = child.communicate(timeout=30)
    assert (child.returncode, said.strip()) == (code, sentence)
    assert (checkout.venv / "lib" / "demo-1.0.dist-info").exists(), "pip left half a package"

    assert checkout.run().returncode == 0
    assert checkout.calls("-m venv") == []
    assert (checkout.venv / "lib" / "demo.py").exists()


def test_a_set_up_that_is_told_to_stop_takes_pip_with_it(checkout: Checkout) -> None:
    child = within_pip(checkout)
    child.terminate()
    _, said = child.communicate(timeout=30)  # its end of the pipe is closed: so pip is gone
    assert (child.returncode, said.strip()) == (130, INTERRUPTED)
    assert checkout.run().returncode == 0


# --- old Pythons, make -----------------------------------------------------------------------


@pytest.mark.parametrize("name", OLD_SAFE)
def test_old_pythons_can_read_it(name: str) -> None:
    source = (ROOT / "shared" / name).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 6))
    nodes = list(ast.walk(tree))
    hints = [node.annotation for node in nodes if isinstance(node, ast.arg | ast.AnnAssign)]
    hints += [node.returns for node in nodes if isinstance(node, ast.FunctionDef)]
    for part in (part for hint in hints if hint for part in ast.walk(hint)):
        assert not isinstance(part, ast.BinOp), f"{ast.unparse(part)} is evaluated, from 3.10 on"
        generic = isinstance(part, ast.Subscript) and ast.unparse(part.value)
        assert generic not in ("list", "dict", "tuple", "set"), "subscripts work from 3.9 on"
    later = {"capture_output", "text", "missing_ok", "dirs_exist_ok"}
    used = {node.arg for node in nodes if isinstance(node, ast.keyword)}
    assert not used & later
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert imported <= sys.stdlib_module_names


def make(*arguments: str) -> str:
    """stdout of make, run as from a shell even where the tests themselves run under make."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    done = subprocess.run(
        ["make", *arguments], cwd=ROOT, env=kept, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_make_passes_the_interpreter_and_the_arguments() -> None:
    said = make("-n", "test-fast", "PYTHON=python3.12", "ARGS=-k stubs")
    assert said.strip().endswith(
        'shared/setup/bootstrap.py test-fast --python "python3.12" -k stubs'
    )


def test_make_alone_lists_every_command() -> None:
    assert {line.split()[1] for line in make().splitlines()} == set(bootstrap.COMMANDS)
