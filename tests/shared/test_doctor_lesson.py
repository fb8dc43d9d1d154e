"""`course doctor` is judged by the learner's code: what is wrong with that is one sentence."""

import json
import shutil
from functools import partial
from pathlib import Path

import pytest
from toy_machine import course_doctor as run

from shared import ROOT
from shared.commands import doctor
from shared.curriculum import choose, load


@pytest.fixture
def exercise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the exercise of a course is that has nothing but this lesson's."""
    course = tmp_path / "course"
    folder = course / "lessons" / "01_environment"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "lessons" / "curriculum.toml", course / "lessons")
    monkeypatch.setenv("COURSE_SOURCE", "exercise")
    monkeypatch.setattr(doctor, "choose", partial(choose, root=course))
    monkeypatch.setattr(doctor, "load", partial(load, root=course))
    return folder / "exercise.py"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def check_interpreter(*given): return 1 / 0", "check_interpreter fails with Zero"),
        ("def check_interpreter(*given): return None", "check_interpreter fails with Attrib"),
        ("", "check_interpreter fails with AttributeError"),
        ("def check_interpreter(:", "its import fails with SyntaxError"),
    ],
)
def test_what_it_raises_names_the_file(exercise, code, words):
    exercise.write_text(code)
    result = run()
    assert "lessons/01_environment/exercise.py: " in result.stderr
    assert words in result.stderr
    assert "COURSE_SOURCE=solution course doctor" in result.stderr
    assert "Traceback" not in result.output
    assert (result.exit_code, result.stdout) == (2, "")


def test_in_json_it_is_one_document(exercise):
    exercise.write_text("raise RuntimeError('not yet')")
    result = run("--json")
    assert "RuntimeError: not yet" in json.loads(result.stdout)["error"]
    assert result.exit_code == 2


def test_a_missing_file_and_a_wrong_setting_are_said(exercise, monkeypatch):
    assert "its import fails with FileNotFoundError" in run().stderr
    monkeypatch.setenv("COURSE_SOURCE", "mine")
    assert "it must be auto, exercise or solution" in run().stderr
