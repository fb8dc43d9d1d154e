"""What `make test` runs, and when it counts as passed."""

import subprocess
from pathlib import Path

import pytest

from shared.setup import suites


def titles(suite: str) -> list[str]:
    return [title for title, _ in suites.steps(suite, [], ci=True)]


def test_fast_leaves_out_the_notebooks_only() -> None:
    assert titles("test") == [*titles("test-fast"), "notebooks"]


def test_outside_ci_the_learners_files_are_not_linted() -> None:
    for own, ci in zip(suites.lint_commands(ci=False), suites.lint_commands(ci=True), strict=True):
        assert own[-2:] == ["--extend-exclude", "lessons"]
        assert "lessons" not in ci


def test_commands_run_with_fixed_hashes_and_no_chosen_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert "COURSE_SOURCE" not in suites.environment()
    assert suites.environment()["PYTHONHASHSEED"] == "0"


@pytest.mark.parametrize("failing", ["lint", "unit tests and the four proofs", None])
def test_every_step_runs_and_one_failure_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: str | None
) -> None:
    called = []

    def call(title: str, command: list[str]) -> int:
        called.append(title)
        return int(title == failing)

    monkeypatch.setattr(suites, "call", call)
    assert suites.main(["test"]) == (1 if failing else 0)
    assert called == titles("test")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "make test: " + (f"failed: {failing}" if failing else "all steps passed")


def test_unknown_suite_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert suites.main(["tset"]) == 2
    assert "test, test-fast, test-gpu" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cases", "count"),
    [
        ('<testcase name="a"/><testcase name="b"><failure/></testcase>', 2),
        ('<testcase name="a"><skipped/></testcase><testcase name="b"><error/></testcase>', 0),
        ("", 0),
    ],
    ids=["ran", "skipped or broken", "none"],
)
def test_only_tests_that_ran_are_counted(tmp_path: Path, cases: str, count: int) -> None:
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    assert suites.executed(report) == count


def test_gpu_suite_without_a_gpu_test_fails_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 0)
    assert suites.main(["test-gpu"]) == 1
    assert "No GPU test was executed" in capsys.readouterr().err
