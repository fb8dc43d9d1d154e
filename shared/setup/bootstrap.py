"""The set-up behind the Makefile: makes the environment from the lock, and mends it when needed.

    python3 -I shared/setup/bootstrap.py setup|lab|site|test|test-fast|test-gpu|lock [--python NAME]

Standard library only, and readable by Python 3.6: whatever `python3` a machine has must get far
enough to say, in one sentence, what is wrong and what to do. Everything can be run again after
any failure; where nothing is to be done that costs one start of Python and a look at the files.
The environment is `.venv`, or the folder named by COURSE_VENV. Arguments that are not known here
go to the command that runs in it afterwards.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import Iterator, List, Optional

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, ROOT)

from shared.setup.diagnosis import (  # noqa: E402
    AGAIN,
    SetupError,
    Stopped,
    os_error,
    read_only,
    reason,
)
from shared.setup.environment import (  # noqa: E402
    LOCK,
    Python,
    clean_environment,
    dotted,
    examine,
    key,
    pins,
    read_stamp,
    write_stamp,
)

MINIMUM = (3, 11)
PROVED = (3, 11)
"""The version that the lock is compiled for and that CI runs."""
CANDIDATES = ("python3.11", sys.executable, "python3.12", "python3.13")

COMMANDS = {
    "setup": [],
    "lab": ["course", "lab"],
    "site": ["course", "site"],
    "test": ["python", "-m", "shared.setup.suites", "test"],
    "test-fast": ["python", "-m", "shared.setup.suites", "test-fast"],
    "test-gpu": ["python", "-m", "shared.setup.suites", "test-gpu"],
    "lock": ["python", "-m", "shared.setup.lock"],
}
"""What runs once the environment is ready; the first word is one of the environment's programs."""
WITHOUT_MODEL = ("setup", "site", "lock")


def say(text: str) -> None:
    print("==> " + text, flush=True)


def choose(wanted: str) -> Python:
    """The interpreter to build with: the one asked for, else the first candidate that fits."""
    complaints = []
    for name in [wanted] if wanted else CANDIDATES:
        python = Python.probe(name)
        if python is None:
            continue
        if python.version[:2] < MINIMUM:
            complaints.append(
                f"{python} ({name}) is too old: the course needs Python {dotted(MINIMUM)} or "
                f"later, so install one and name it: `{AGAIN} PYTHON=python3.11`."
            )
        elif python.missing:
            complaints.append(
                f"{python} ({name}) has no module {python.missing[0]}, without which no "
                "environment can be made: install it (Debian, Ubuntu: `sudo apt-get install "
                f"python{dotted(python.version[:2])}-venv`) and run `{AGAIN}` again."
            )
        else:
            return python
    if complaints:
        raise SetupError(complaints[0])
    raise SetupError(
        f"{wanted or 'Python'} cannot be started: the course needs Python {dotted(MINIMUM)} or "
        f"later, so install one and name it: `{AGAIN} PYTHON=python3.11`."
    )


def program(venv: str, name: str) -> str:
    return os.path.join(venv, "bin", name)


def existing(venv: str, base: Optional[Python]) -> Optional[Python]:
    """The environment's Python if it can be kept: it starts, is of the right version, not moved.

    A moved environment has to be made anew, because its programs name the folder they were in.
    """
    python = Python.probe(program(venv, "python"))
    if python is None or python.version[:2] < MINIMUM:
        return None
    if base is not None and base.version != python.version:
        return None
    return python if read_stamp(venv).get("venv", venv) == venv else None


def complete(venv: str, base: Optional[Python]) -> bool:
    """Whether nothing is to be done: same lock, same Python, no file missing since."""
    python = existing(venv, base)
    stamp = read_stamp(venv)
    return (
        python is not None
        and stamp.get("key") == key(python)
        and stamp.get("faults") == examine(python.site)
    )


def prepare(venv: str, wanted: str) -> None:
    """Make the environment what the lock says, doing only what is missing.

    Raises SetupError with the sentence for the user, or OSError.
    """
    base = choose(wanted) if wanted else None
    if complete(venv, base):
        say(f"environment ready: {venv}")
        return
    start = time.monotonic()
    os.makedirs(os.path.dirname(venv), exist_ok=True)
    with alone(os.path.dirname(venv)):
        if complete(venv, base):
            return  # the other set-up has just done it
        python = existing(venv, base)
        if python is None or not has_pip(python):
            python = create(venv, base or choose(""))
        elif not os.access(venv, os.W_OK):
            raise SetupError(read_only(venv))
        install(venv, python)
    say(f"environment ready after {time.monotonic() - start:.0f} s: {venv}")


@contextmanager
def alone(place: str) -> Iterator[None]:
    """Hold the folder, so that two set-ups at once do not write into each other's files."""
    import fcntl  # not on Windows, where `main` ends before this

    folder = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another set-up of this course to finish")
        fcntl.flock(folder, fcntl.LOCK_EX)
    except OSError:
        pass  # some network file systems cannot lock a folder; then the user takes care
    try:
        yield
    finally:
        os.close(folder)


def has_pip(python: Python) -> bool:
    return not subprocess.call(
        [python.path, "-m", "pip", "--version"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=clean_environment(),
    )


def create(venv: str, base: Python) -> Python:
    """A new, empty environment in place of whatever is left of an old one."""
    ours = os.path.join(ROOT, ".venv")
    if not os.access(venv if os.path.isdir(venv) else os.path.dirname(venv), os.W_OK):
        raise SetupError(read_only(os.path.dirname(venv)))
    foreign = os.path.isdir(venv) and os.listdir(venv) and "pyvenv.cfg" not in os.listdir(venv)
    if foreign and venv != ours:
        raise SetupError(
            f"COURSE_VENV={venv} holds other files: the environment needs a folder of its own, so "
            f"name a new one and run `{AGAIN}` again."
        )
    if base.version[:2] > PROVED:
        print(
            f"{base} is later than Python {dotted(PROVED)}, the one on which the course is proved: "
            "it should work, and `make test` shows whether it does.",
            flush=True,
        )
    say(f"making {venv} with {base} ({base.path})")
    run([base.path, "-m", "venv", "--clear", venv], venv)
    python = Python.probe(program(venv, "python"))
    if python is None:
        raise SetupError(
            f"{venv} was made but its Python does not start: remove that folder and name another "
            f"interpreter, for example `{AGAIN} PYTHON=python3.11`."
        )
    return python


def install(venv: str, python: Python) -> None:
    """The packages of the lock, then the course itself as an editable package."""
    for entry in examine(python.site)[0]:
        say(f"removing {entry}, which is not whole")
        shutil.rmtree(os.path.join(python.site, entry), ignore_errors=True)
    log = os.path.join(venv, "pip.log")
    if os.path.exists(log):
        os.remove(log)
    pip = [python.path, "-m", "pip", "install", "--disable-pip-version-check", "--log", log]

    say(f"installing the {len(pins())} packages of requirements.txt (minutes the first time)")
    run([*pip, "-r", LOCK], venv)

    # setuptools leaves its notes in the environment: the checkout may be read-only.
    notes = os.path.join(venv, "editable")
    os.makedirs(notes, exist_ok=True)
    settings = os.path.join(notes, "setup.cfg")
    with open(settings, "w", encoding="utf-8") as file:
        file.write(f"[egg_info]\negg_base = {notes}\n[build]\nbuild_base = {notes}\n")
    say("installing the course itself")
    run(
        [*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT],
        venv,
        DIST_EXTRA_CONFIG=settings,
    )
    write_stamp(venv, python)


def run(command: List[str], venv: str, **variables: str) -> None:
    """Run one step with its output on the terminal; raise SetupError if it fails."""
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env=dict(clean_environment(), **variables),
        stderr=subprocess.PIPE,  # stdout stays the terminal: pip draws its progress bars there
        universal_newlines=True,
        errors="replace",
    )
    said = []
    try:
        for line in child.stderr or ():
            sys.stderr.write(line)
            said.append(line)
        code = child.wait()
    except KeyboardInterrupt as interrupt:
        if isinstance(interrupt, Stopped):
            child.terminate()
        try:
            child.wait(timeout=10)  # it got the same signal and is tidying up
        except subprocess.TimeoutExpired:
            child.kill()
        raise
    if code:
        raise SetupError(reason(command, code, "".join(said), venv))


def fetch(venv: str) -> None:
    """The model, which not every lesson needs: without it the course goes on."""
    say("checking the model")
    command = [program(venv, "course"), "fetch"]
    if subprocess.call(command, cwd=ROOT, env=clean_environment()):
        print(
            "The model could not be fetched (the reason is above): lessons that need no model "
            "work all the same, and the next `make lab` tries again.",
            flush=True,
        )


def main(arguments: List[str]) -> int:
    """Returns the exit status where set-up fails; else the process becomes the command."""
    parser = argparse.ArgumentParser(prog="bootstrap.py", description="Set up, then run.")
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("--python", default="", help="the interpreter to build with")
    options, rest = parser.parse_known_args(arguments)
    venv = os.path.realpath(
        os.path.expanduser(os.environ.get("COURSE_VENV") or os.path.join(ROOT, ".venv"))
    )
    try:
        if os.name == "nt":
            raise SetupError(
                "The course runs on Linux and macOS: on Windows, clone and run it in WSL2."
            )
        prepare(venv, options.python)
        if options.command not in WITHOUT_MODEL:
            fetch(venv)
    except (SetupError, OSError) as error:
        sentence = str(error) if isinstance(error, SetupError) else os_error(error)
        print("\n" + sentence.replace("{command}", options.command), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            f"\nSet-up was interrupted: run `make {options.command}` again, it continues.",
            file=sys.stderr,
        )
        return 130
    if COMMANDS[options.command]:
        name, *fixed = COMMANDS[options.command]
        os.chdir(ROOT)
        os.execve(program(venv, name), [program(venv, name), *fixed, *rest], clean_environment())
    return 0


def stop(number: int, frame: object) -> None:
    raise Stopped


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    sys.exit(main(sys.argv[1:]))
