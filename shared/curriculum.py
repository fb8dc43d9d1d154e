"""Which lessons exist, and `load`: how one lesson uses the code of another.

    from shared.curriculum import load
    cleaning = load("cleaning")              # the learner's code once it passes, else the reference
    cleaning = load("cleaning", own=True)    # in its own lesson: the learner's code, done or not

`COURSE_SOURCE=exercise|solution|auto` forces the choice; `choose` says what was taken, and why.
"""

import difflib
import hashlib
import os
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

from shared import ROOT


class UnknownLessonError(LookupError):
    """A lesson was named that does not exist; the message names the nearest."""


@dataclass(frozen=True)
class Lesson:
    """One entry of `lessons/curriculum.toml`, and where its files lie."""

    id: str
    number: int
    stage: str
    title: str
    minutes: int
    needs: tuple[str, ...]
    summary: str
    root: Path = ROOT

    @property
    def name(self) -> str:
        return f"{self.number:02d}_{self.id}"

    @property
    def folder(self) -> Path:
        return self.root / "lessons" / self.name

    @property
    def notebook(self) -> Path:
        return self.folder / "lesson.ipynb"

    @property
    def exercise(self) -> Path:
        return self.folder / "exercise.py"

    @property
    def solution(self) -> Path:
        return self.root / "solutions" / self.name / "solution.py"

    @property
    def checks(self) -> Path:
        return self.root / "tests" / "lessons" / self.name / "checks.py"

    @property
    def mistakes(self) -> list[Path]:
        return sorted((self.checks.parent / "mistakes").glob("*.py"))


def lessons(root: Path = ROOT) -> list[Lesson]:
    """All lessons, in course order.

    Raises ValueError where the list contradicts itself: an id or number used twice, or a need that
    does not come earlier.
    """
    table = tomllib.loads((root / "lessons" / "curriculum.toml").read_text(encoding="utf-8"))
    found: list[Lesson] = []
    for entry in table.get("lesson", []):
        lesson = Lesson(**{**entry, "needs": tuple(entry["needs"])}, root=root)
        if found and lesson.number <= found[-1].number:
            raise ValueError(f"curriculum.toml: lesson {lesson.id}: numbers must rise")
        earlier = {other.id for other in found}
        if lesson.id in earlier:
            raise ValueError(f"curriculum.toml: the id {lesson.id} is used twice")
        if missing := set(lesson.needs) - earlier:
            raise ValueError(f"curriculum.toml: {lesson.id} needs {sorted(missing)}, not earlier")
        found.append(lesson)
    return found


def find(name: str, root: Path = ROOT) -> Lesson:
    """The lesson called `name`: an id (`cleaning`), a number (`2`, `02`) or a folder name or path.

    Raises UnknownLessonError, which names the nearest one.
    """
    every = lessons(root)
    wanted = Path(name.strip()).name.casefold()
    number = int(wanted) if wanted.isdecimal() else None
    for lesson in every:
        if wanted in (lesson.id, lesson.name) or number == lesson.number:
            return lesson
    names = [label for lesson in every for label in (lesson.id, lesson.name)]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else "`course list` shows those there are."
    raise UnknownLessonError(f"there is no lesson `{name}`: {hint}")


def needs(lesson: Lesson) -> list[Lesson]:
    """The lessons that `lesson` stands on, also by way of others, in course order."""
    by_id = {other.id: other for other in lessons(lesson.root)}
    wanted, queue = set(), list(lesson.needs)
    while queue:
        name = queue.pop()
        if name not in wanted:
            wanted.add(name)
            queue += by_id[name].needs
    return [other for other in by_id.values() if other.id in wanted]


@dataclass(frozen=True)
class Source:
    """Which code stands for a lesson. `kind` is `exercise`, `solution` or `file`."""

    lesson: Lesson
    kind: str
    path: Path
    reason: str

    def __str__(self) -> str:
        kinds = {"exercise": "your code", "solution": "the reference solution"}
        what = kinds.get(self.kind, "code")
        path = self.path
        if path.is_relative_to(self.lesson.root):
            path = path.relative_to(self.lesson.root)
        return f"{self.lesson.id}: {what} ({path.as_posix()}), because {self.reason}"


_pinned: tuple[dict[str, Path], Path] | None = None


def pin(sources: dict[str, Path], root: Path = ROOT) -> None:
    """In a check's worker: from now on `load` takes exactly these files of the course at `root`."""
    global _pinned
    _pinned = dict(sources), root


def choose(name: str, *, own: bool = False, root: Path = ROOT) -> Source:
    """Which code `load(name)` takes, and why.

    Raises ValueError where `COURSE_SOURCE` has a value it does not know.
    """
    if _pinned is not None:
        sources, root = _pinned
        lesson = find(name, root)
        if lesson.id not in sources:
            raise UnknownLessonError(
                f"this lesson loads `{lesson.id}`, which its `needs` in curriculum.toml do not name"
            )
        return Source(lesson, "file", sources[lesson.id], "the check runs on this file")
    lesson = find(name, root)
    forced = os.environ.get("COURSE_SOURCE") or "auto"
    if forced not in ("auto", "exercise", "solution"):
        raise ValueError(f"COURSE_SOURCE={forced!r}: it must be auto, exercise or solution")
    if forced == "solution":
        return Source(lesson, "solution", lesson.solution, "COURSE_SOURCE=solution")
    if forced == "exercise":
        return Source(lesson, "exercise", lesson.exercise, "COURSE_SOURCE=exercise")
    if own:
        return Source(lesson, "exercise", lesson.exercise, "this is its own lesson")

    from shared import progress, stubs  # both know lessons through this module

    if not lesson.exercise.exists():
        return Source(lesson, "solution", lesson.solution, "there is no exercise.py")
    if stubs.is_untouched(lesson.exercise):
        return Source(lesson, "solution", lesson.solution, "the exercise is not begun")
    if progress.is_passed(lesson, check_now=True):
        return Source(lesson, "exercise", lesson.exercise, "it passes all of its checks")
    return Source(lesson, "solution", lesson.solution, "the exercise does not pass all checks yet")


def load(name: str, *, own: bool = False, root: Path = ROOT) -> ModuleType:
    """The code of a lesson as a module.

    With `own=True` the module is a live view: each attribute is looked up in the file as it is
    saved now, so an edit of `exercise.py` in the next tab counts at the next run of a cell.

    Raises UnknownLessonError for a name that does not exist, and whatever the file raises when it
    is imported.
    """
    source = choose(name, own=own, root=root)
    return LiveLesson(source) if own else import_file(source.path, f"lesson_{source.lesson.id}")


_imported: dict[tuple[str, str], tuple[str, ModuleType]] = {}
_kept: dict[tuple[str, str], ModuleType] = {}


def keep_imported() -> None:
    """In a worker: what has been imported so far stays as it is, whatever becomes of the files."""
    _kept.update({key: module for key, (_, module) in _imported.items()})


def import_file(path: Path, name: str, code: CodeType | None = None) -> ModuleType:
    """Import one file under a name. The same content is imported once; changed content anew.

    Who has compiled the file already gives its `code`.

    It goes past bytecode caches: their key is a time stamp in seconds, and a learner saves twice
    in one.
    """
    if (str(path), name) in _kept:
        return _kept[str(path), name]
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    held = _imported.get((str(path), name))
    if held and held[0] == digest:
        sys.modules[name] = held[1]
        return held[1]
    module = ModuleType(name)
    module.__file__ = str(path)
    before = sys.modules.get(name)
    sys.modules[name] = module  # dataclasses and pickle look a class's module up by name
    try:
        exec(code or compile(data, str(path), "exec"), module.__dict__)
    except BaseException:
        sys.modules.pop(name, None)
        if before is not None:
            sys.modules[name] = before
        raise
    _imported[str(path), name] = digest, module
    return module


class LiveLesson(ModuleType):
    """A lesson's module that follows its file: see `load`."""

    def __init__(self, source: Source):
        super().__init__(source.lesson.id, str(source))
        self.__dict__["_source"] = source

    def __getattr__(self, name: str):
        module = import_file(self._source.path, f"lesson_{self._source.lesson.id}")
        try:
            return getattr(module, name)
        except AttributeError:
            file = self._source.path.name
            raise AttributeError(
                f"{file} of lesson {self._source.lesson.id} has no `{name}`"
            ) from None

    def __dir__(self) -> Iterable[str]:
        return dir(import_file(self._source.path, f"lesson_{self._source.lesson.id}"))

    def __repr__(self) -> str:
        return f"<{self._source}>"
