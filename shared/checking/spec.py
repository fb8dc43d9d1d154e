"""How a lesson's checks are written: see `tests/lessons/*/checks.py`.

    HINTS = {"strip_controls": ("a nudge", "nearly the answer")}
    PRELOAD = ("regex",)

    @check("strip_controls", points=1)
    def removes_nul(lesson):
        "NUL disappears; the text around it stays."
        return lesson.strip_controls("a\\0b")

The function is the driver: it runs beside the learner's code and returns evidence. The judge says
what makes the evidence right.
"""

import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.checking.judges import Equals, Holds, Same, Within, same
from shared.curriculum import Lesson, import_file


@dataclass(frozen=True)
class Check:
    """One thing that a task must do, worth some points, within limits of its own."""

    name: str
    task: str
    title: str
    driver: Callable[..., Any]
    points: int
    judge: Same | Equals | Holds | Within
    given: Callable[..., Any] | None
    params: dict[str, list]
    seconds: float
    megabytes: int

    def cases(self) -> list[dict[str, Any]]:
        """Every combination of the parameters; one empty case where there are none."""
        values = itertools.product(*self.params.values())
        return [dict(zip(self.params, combination, strict=True)) for combination in values]


def check(
    task: str,
    *,
    points: int = 1,
    judge: Same | Equals | Holds | Within | None = None,
    given: Callable[..., Any] | None = None,
    params: dict[str, list] | None = None,
    seconds: float = 10.0,
    megabytes: int = 1024,
) -> Callable[[Callable[..., Any]], Check]:
    """Make a driver a check.

    `given` remakes the inputs from the seed, for the driver and for the judge, each in its own
    process. `seconds` is wall time and `megabytes` is memory beyond that of a fresh worker: wide
    bounds that end what runs away, not measures of speed.
    """

    def decorate(driver: Callable[..., Any]) -> Check:
        title = (inspect.getdoc(driver) or "").strip().partition("\n")[0]
        if not title:
            raise ValueError(f"the check {driver.__name__} needs a docstring: its first line")
        return Check(
            driver.__name__,
            task,
            title,
            driver,
            points,
            judge or same(),
            given,
            params or {},
            seconds,
            megabytes,
        )

    return decorate


def raised(errors: type[Exception] | tuple, function: Callable, *args: Any, **kwargs: Any) -> dict:
    """What a call that should be refused did, as evidence.

    `{"raised": "ValueError", "message": …}` where it raised one of `errors` (the name is that of
    the entry of `errors`, so a subclass is as right), else `{"returned": …}`. Other errors pass
    through, and so does NotImplementedError.
    """
    try:
        return {"returned": function(*args, **kwargs)}
    except NotImplementedError:
        raise
    except errors as error:
        every = errors if isinstance(errors, tuple) else (errors,)
        name = next(kind.__name__ for kind in every if isinstance(error, kind))
        return {"raised": name, "message": str(error)}


@dataclass(frozen=True)
class LessonChecks:
    """What a `checks.py` holds."""

    checks: tuple[Check, ...]
    hints: dict[str, tuple[str, ...]]
    preload: tuple[str, ...]

    @property
    def tasks(self) -> list[str]:
        return list(dict.fromkeys(check.task for check in self.checks))

    def get(self, name: str) -> Check:
        return next(check for check in self.checks if check.name == name)


def load_checks(lesson: Lesson) -> LessonChecks:
    """The checks of a lesson. Raises ValueError where a task has none or no hints."""
    return read_checks(lesson.checks, f"checks_{lesson.id}")


def gather(folder: Path, *names: str) -> dict[str, Any]:
    """The checks and HINTS of a lesson that has them in several files beside its `checks.py`:

        globals().update(gather(Path(__file__).parent, "train_bpe", "encode"))

    Raises ValueError where two files have a check of the same name: one would be lost.
    """
    found: dict[str, Any] = {"HINTS": {}}
    for name in names:
        part = import_file(folder / f"{name}.py", f"checks_{folder.name}_{name}")
        found["HINTS"] |= getattr(part, "HINTS", {})
        checks = {key: item for key, item in vars(part).items() if isinstance(item, Check)}
        if twice := sorted(checks.keys() & found.keys()):
            raise ValueError(
                f"{name}.py: a check `{twice[0]}` is in another file of this lesson too"
            )
        found |= checks
    return found


def read_checks(path: Path, name: str) -> LessonChecks:
    """The checks that stand in a file."""
    module = import_file(path, name)
    checks = tuple(value for value in vars(module).values() if isinstance(value, Check))
    hints = getattr(module, "HINTS", {})
    found = LessonChecks(checks, hints, tuple(getattr(module, "PRELOAD", ())))
    if not checks:
        raise ValueError(f"{path.name} holds no check: a function under @check(task)")
    if lacking := [task for task in found.tasks if not hints.get(task)]:
        raise ValueError(f"{path.name}: HINTS has nothing for {', '.join(lacking)}")
    if single := [task for task, tiers in hints.items() if isinstance(tiers, str)]:
        raise ValueError(f"{path.name}: HINTS of {single[0]} must be a tuple of texts, not a text")
    return found
