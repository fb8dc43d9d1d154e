"""The four proofs, for every lesson and several seeds.

The solution passes every check; the stub passes none; each mistake is rejected by the check that
it names; stub and solution have the same public names and signatures. Stubs are generated into a
temporary folder, so a learner's own exercise.py plays no part.
"""

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from shared import stubs
from shared.checking.mistakes import read_mistake
from shared.checking.report import Report
from shared.checking.runner import Jobs, opened, run_checks, select
from shared.checking.spec import load_checks
from shared.curriculum import Lesson, import_file, lessons, needs

SEEDS = (0, 1, 2)
LESSONS = lessons()
MISTAKES = [(lesson, path) for lesson in LESSONS for path in lesson.mistakes]

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


@pytest.fixture(autouse=True)
def reference_for_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a lesson needs from others is taken from the references, on a learner's machine too."""
    monkeypatch.setenv("COURSE_SOURCE", "solution")


def failures(report: Report) -> str:
    open_ones = [r for r in report.results if r.verdict != "PASS"]
    return "\n".join(f"{r.check}: {r.verdict}: {r.message}\n{r.output}" for r in open_ones)


@pytest.fixture
def stub(lesson: Lesson, tmp_path: Path) -> Path:
    path = tmp_path / "exercise.py"
    path.write_text(stubs.make_stub(lesson), encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", SEEDS)
@each_lesson
def test_the_solution_passes_every_check(lesson: Lesson, seed: int):
    report = run_checks(lesson, lesson.solution, seed=seed)
    assert report.passed, failures(report)


@pytest.mark.parametrize("seed", SEEDS)
@each_lesson
def test_the_stub_passes_no_check(lesson: Lesson, seed: int, stub: Path):
    report = run_checks(lesson, stub, seed=seed)
    verdicts = {result.check: str(result.verdict) for result in report.results}
    assert verdicts == dict.fromkeys(verdicts, "NOT_ATTEMPTED")


@pytest.fixture(scope="module")
def workers() -> Iterator[Callable[[Lesson, int], Jobs]]:
    """A lesson's workers with a seed, for all its mistakes: they start slower than a check runs."""
    with ExitStack() as stack:

        @functools.cache
        def started(lesson: Lesson, seed: int) -> Jobs:
            sources = {need.id: str(need.solution) for need in needs(lesson)}
            return stack.enter_context(opened(lesson, sources, seed=seed))

        yield started


@pytest.mark.parametrize("seed", SEEDS[:2])
@pytest.mark.parametrize(
    ("lesson", "path"),
    MISTAKES,
    ids=[f"{lesson.id}-{path.stem}" for lesson, path in MISTAKES],
)
def test_a_mistake_is_rejected(
    lesson: Lesson, path: Path, seed: int, workers: Callable, tmp_path: Path
):
    mistake = read_mistake(lesson, path)
    exercise = tmp_path / "exercise.py"
    exercise.write_text(mistake.code, encoding="utf-8")
    selected = select(load_checks(lesson), (), [mistake.rejected_by])
    (result,) = workers(lesson, seed).on(exercise).run(selected)
    assert result.verdict is mistake.verdict, f"{mistake.title}\n{result.message}"


@each_lesson
def test_stub_and_solution_have_the_same_face(lesson: Lesson, stub: Path):
    assert _face(stub) == _face(lesson.solution)


def _face(path: Path) -> dict[str, str]:
    """The public names that a file defines, with signatures, fields and docstrings."""
    name = "face"  # the same for both: signatures name the module of their types
    module = import_file(path, name)
    face = {}
    for key, value in vars(module).items():
        if key.startswith("_") or inspect.ismodule(value) or _is_imported(value, name):
            continue
        if inspect.isfunction(value) or inspect.isclass(value):
            face[key] = f"{_signature(value)}\n{inspect.getdoc(value)}"
            members = vars(value) if inspect.isclass(value) else {}
            for inner, member in members.items():
                if inspect.isfunction(member) and not inner.startswith("_"):
                    face[f"{key}.{inner}"] = str(inspect.signature(member))
        else:
            face[key] = type(value).__name__
    return face


def _signature(value: Callable) -> str:
    try:
        return str(inspect.signature(value))
    except ValueError:  # an exception's, which is built in
        return "as its base"


def _is_imported(value: object, name: str) -> bool:
    return getattr(value, "__module__", name) != name and callable(value)


@each_lesson
def test_the_committed_stub_is_the_generated_one(lesson: Lesson):
    state = stubs.state(lesson)
    if state == "begun" and not os.environ.get("CI"):
        pytest.skip("exercise.py has been begun by a learner")
    assert state == "current", "run `course stubs`"


@each_lesson
def test_tasks_checks_hints_and_mistakes_belong_together(lesson: Lesson):
    spec = load_checks(lesson)
    tasks = stubs.tasks(lesson.solution.read_text(encoding="utf-8"))
    assert spec.tasks == tasks
    assert list(spec.hints) == tasks
    assert all(2 <= len(tiers) <= 3 for tiers in spec.hints.values())
    rejected_by = [read_mistake(lesson, path).rejected_by for path in lesson.mistakes]
    assert {spec.get(name).task for name in rejected_by} == set(tasks)
    assert len(rejected_by) >= 4


def test_there_is_a_lesson_to_prove_and_every_folder_is_one():
    assert LESSONS
    for place in ("lessons", "solutions", "tests/lessons"):
        folders = {path.name for path in (LESSONS[0].root / place).iterdir() if path.is_dir()}
        assert folders - {"__pycache__"} == {lesson.name for lesson in LESSONS}, place
