"""Where a learner stands, without running or importing anything of a lesson: it must be quick."""

import ast
from dataclasses import asdict, dataclass

from shared import advice, notebooks, progress, stubs
from shared.curriculum import Lesson


@dataclass(frozen=True)
class Points:
    """A check as far as a score needs it."""

    check: str
    task: str
    points: int


def outline(lesson: Lesson) -> list[Points]:
    """The checks of a lesson, read from the text of its files: to import them may cost seconds.

    So `@check("task", points=2)` must name its task and points literally. Raises ValueError for a
    file that cannot be parsed.
    """
    found = []
    for path in sorted(lesson.checks.parent.glob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError as error:
            where = f"{path.name} of lesson {lesson.id}, line {error.lineno}"
            raise ValueError(f"{where}: {error.msg}") from None
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        found += [
            _points(function.name, decorator)
            for function in functions
            for decorator in filter(_is_check, function.decorator_list)
        ]
    return found


def _points(name: str, decorator: ast.Call) -> Points:
    given = {keyword.arg: keyword.value for keyword in decorator.keywords}
    task = ast.literal_eval(given["task"] if "task" in given else decorator.args[0])
    return Points(name, task, ast.literal_eval(given.get("points", ast.Constant(1))))


def _is_check(decorator: ast.expr) -> bool:
    function = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "check"


@dataclass(frozen=True)
class Standing:
    """How far a lesson is.

    `passed` are the tasks that have passed once, `open` those that have not. `earned` are the
    points of the exercise as it is saved now; None if it was not checked since it was changed.
    """

    lesson: Lesson
    passed: list[str]
    open: list[str]
    earned: int | None
    points: int
    exercise: str
    notebook_begun: bool

    @property
    def done(self) -> bool:
        """Does the exercise as it is now pass every check?"""
        return self.earned == self.points and not self.open

    def as_dict(self) -> dict:
        kept = {key: value for key, value in asdict(self).items() if key != "lesson"}
        return {"id": self.lesson.id, "number": self.lesson.number, "done": self.done} | kept


def standing(lesson: Lesson) -> Standing:
    """Where the learner stands in one lesson."""
    checks, known = outline(lesson), progress.verdicts(lesson)
    order = stubs.tasks(lesson.solution.read_text("utf-8")) if lesson.solution.exists() else []
    found = dict.fromkeys(check.task for check in checks)
    tasks = [task for task in order if task in found] + [t for t in found if t not in order]
    once = progress.tasks_passed(lesson)
    earned = sum(check.points for check in checks if known.get(check.check) == "PASS")
    begun = stubs.is_begun(lesson.exercise)
    exercise = ("begun" if begun else "untouched") if lesson.exercise.exists() else "missing"
    return Standing(
        lesson,
        [task for task in tasks if task in once],
        [task for task in tasks if task not in once],
        earned if known or exercise != "begun" else None,
        sum(check.points for check in checks),
        exercise,
        lesson.notebook.exists() and notebooks.is_touched(lesson.notebook),
    )


def next_thing(every: list[Standing]) -> str:
    """One sentence: what to do next in the course."""
    unfinished = [each for each in every if each.open] or [each for each in every if not each.done]
    if not unfinished:
        return "Every lesson that is there is done."
    here = unfinished[0]
    lesson, file = here.lesson, here.lesson.exercise.relative_to(here.lesson.root).as_posix()
    if here.exercise == "missing":
        return advice.no_exercise(lesson)
    if not here.open:
        return f"{file} has changed since all of it passed: course check {lesson.id}"
    if here.exercise == "untouched" and not here.passed:
        title = f"lesson {lesson.number:02d}, {lesson.title}"
        return f"Begin {title}: course lab, or course read {lesson.id}"
    task = here.open[0]
    return f"Write `{task}` in {file}, then: course check {lesson.id} --task {task}"
