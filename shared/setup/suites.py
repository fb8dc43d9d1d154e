"""What `make test`, `make test-fast` and `make test-gpu` run inside the environment.

    python -m shared.setup.suites test|test-fast|test-gpu [arguments for pytest]

Every step runs, also after one that failed; the exit status is 0 only if all of them passed.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from shared import ROOT

PYTEST = [sys.executable, "-m", "pytest"]
PARALLEL = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup"]
"""Over the cores, as tests/conftest.py groups the tests; more than four would want much memory."""
COURSE = str(Path(sys.executable).with_name("course"))


def lint_commands(ci: bool) -> list[list[str]]:
    """Ruff's two calls. Outside CI `lessons/` is the learner's, whose style is not judged here."""
    ruff = [sys.executable, "-m", "ruff"]
    spared = [] if ci else ["--extend-exclude", "lessons"]
    return [[*ruff, "check", *spared], [*ruff, "format", "--check", *spared]]


def steps(suite: str, arguments: list[str], ci: bool) -> list[tuple[str, list[str]]]:
    """(title, command) of each step of `test` and `test-fast`."""
    check, form = lint_commands(ci)
    listed = [
        ("lint", check),
        ("format", form),
        ("unit tests and the four proofs", [*PYTEST, "tests", *PARALLEL, *arguments]),
    ]
    if suite == "test":
        listed.append(("notebooks", [COURSE, "notebooks", "test"]))
    return listed


def environment() -> dict[str, str]:
    """Set order is fixed, and each test says itself whose code it loads."""
    kept = {name: value for name, value in os.environ.items() if name != "COURSE_SOURCE"}
    return kept | {"PYTHONHASHSEED": "0"}


def call(title: str, command: list[str]) -> int:
    print(f"==> {title}", flush=True)
    return subprocess.call(command, cwd=ROOT, env=environment())


def everything(suite: str, arguments: list[str]) -> int:
    failed = [
        title
        for title, command in steps(suite, arguments, ci="CI" in os.environ)
        if call(title, command)
    ]
    print(f"make {suite}: " + (f"failed: {', '.join(failed)}" if failed else "all steps passed"))
    return 1 if failed else 0


def executed(report: Path) -> int:
    """Tests in a JUnit report that really ran: neither skipped nor stopped before they began."""
    if not report.exists():
        return 0
    return sum(
        case.find("skipped") is None and case.find("error") is None
        for case in ElementTree.parse(report).iter("testcase")
    )


def gpu(arguments: list[str]) -> int:
    """The tests marked `gpu`; if none was executed it fails, for it would look like a proof."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        selection = ["tests", "-m", "gpu", f"--junitxml={report}", *arguments]
        status = call("GPU tests (they need CUDA)", [*PYTEST, *selection])
        if executed(report):
            return status
    print(
        "No GPU test was executed: `make test-gpu` needs an NVIDIA GPU, a CUDA build of torch and "
        "at least one test marked `gpu`, so run it on such a machine or use `make test`.",
        file=sys.stderr,
    )
    return 1


def main(arguments: list[str]) -> int:
    match arguments:
        case ["test" | "test-fast" as suite, *rest]:
            return everything(suite, rest)
        case ["test-gpu", *rest]:
            return gpu(rest)
    print(f"suites: {arguments} is not one of test, test-fast, test-gpu", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
