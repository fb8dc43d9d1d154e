"""What an update would do: found out without changing anything in the learner's checkout.

Where the learner has commits of their own, the merge is made in a second working tree beside the
progress, so that a conflict leaves no trace in theirs.
"""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shared import stubs
from shared.curriculum import Lesson
from shared.updating.git import Git, UpdateError
from shared.updating.rules import decide

LESSON_FILES = ("exercise.py", "lesson.ipynb")
Course = dict[str, Lesson]


@dataclass(frozen=True)
class Kept:
    """One file that the learner has changed, and what becomes of it.

    `source` and `target` are its paths before and after, `seen` is the SHA-256 of what was found;
    `content` is what to put at `target` once git has moved on, None where git brings it; `beside`
    is the text of `exercise.new.py`.
    """

    lesson: str
    source: str
    target: str | None
    how: str
    seen: str
    content: bytes | None
    beside: bytes | None


@dataclass(frozen=True)
class Plan:
    """From the commit `before` to `after`, on a branch that follows `upstream`."""

    before: str
    after: str
    upstream: str
    commits: int
    files: list[Kept]
    make_room: list[str]
    """Files of lessons that differ from the last commit: git would not write over them."""
    moved: list[tuple[str, str]]
    """Names of lesson folders, where a lesson has another number now: (old, new)."""
    fresh: list[str]
    """The names of new lessons."""
    setup: bool
    """Has the environment to be made anew?"""


def course_at(git: Git, revision: str) -> Course:
    """The lessons of a commit, by id. Only id and number are read: newer courses may say more."""
    text = git.blob(revision, "lessons/curriculum.toml") or b""
    try:
        entries = tomllib.loads(text.decode("utf-8")).get("lesson", [])
        every = [
            Lesson(entry["id"], int(entry["number"]), "", "", 0, (), "", git.folder)
            for entry in entries
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UpdateError(
            f"lessons/curriculum.toml of commit {revision[:7]} cannot be read: {error}"
        ) from None
    return {lesson.id: lesson for lesson in every}


def path_of(course: Course, lesson: str, name: str) -> str | None:
    return f"lessons/{course[lesson].name}/{name}" if lesson in course else None


def make(git: Git, upstream: str, home: Path) -> Plan | None:
    """The plan for the update to the branch `upstream`, or None if there is nothing new.

    Raises UpdateError where the learner's other changes and the course's cannot both stand.
    """
    before, theirs = git.commit("HEAD"), git.commit(upstream)
    base = git.text("merge-base", before, theirs, ok=(0, 1))
    if not base:
        raise UpdateError(
            f"your branch and {upstream} have no commit in common: this checkout was not made "
            "from that course. Clone the course anew, and `course export` and `course import` "
            "carry your work over."
        )
    if base == theirs:
        return None
    versions = _Versions(git, base, before, theirs)
    after = theirs if base == before else _merged(versions, home)
    old, new = versions.courses[1], course_at(git, after)
    edited = git.edited()
    files = list(_learners_files(versions, new, edited))
    ours = {path_of(old, lesson, name) for lesson in old for name in LESSON_FILES}
    _refuse_collisions(git, before, after, edited - ours)
    return Plan(
        before=before,
        after=after,
        upstream=upstream,
        commits=int(git.text("rev-list", "--count", f"{before}..{theirs}")),
        files=files,
        make_room=sorted(edited & ours),
        moved=[
            (old[name].name, new[name].name)
            for name in old
            if name in new and old[name].name != new[name].name
        ],
        fresh=[lesson.name for name, lesson in new.items() if name not in old],
        setup=bool({"requirements.txt", "pyproject.toml"} & git.changed(before, after)),
    )


@dataclass(frozen=True)
class _Versions:
    """The three commits whose files decide, and the lessons of each."""

    git: Git
    base: str
    before: str
    theirs: str

    @cached_property
    def courses(self) -> tuple[Course, Course, Course]:
        began, old, comes = (
            course_at(self.git, commit) for commit in (self.base, self.before, self.theirs)
        )
        return began, old, comes

    def of(self, lesson: str, name: str) -> tuple[bytes | None, bytes | None, bytes | None]:
        """(base, committed by the learner, the course's new one) of a lesson's file."""
        began, old, comes = self.courses
        mine = self.git.blob(self.before, path_of(old, lesson, name))
        if lesson not in began and lesson not in comes:  # a lesson of the learner's own
            return mine, mine, mine
        base = self.git.blob(self.base, path_of(began, lesson, name))
        return base, mine, self.git.blob(self.theirs, path_of(comes, lesson, name))


def _learners_files(versions: _Versions, new: Course, edited: set[str]) -> Iterator[Kept]:
    _, old, _ = versions.courses
    for lesson in old:
        for name in LESSON_FILES:
            source, target = path_of(old, lesson, name), path_of(new, lesson, name)
            here = versions.git.folder / source
            base, mine, theirs = versions.of(lesson, name)
            own = source in edited  # and not only committed
            if mine is None or not here.is_file() or (base == mine and not own):
                continue
            data = here.read_bytes()
            waiting = here.with_name(stubs.NEW).exists()
            decision = decide(name, base, data if own else mine, theirs, waiting=waiting)
            how, seen = decision.how, hashlib.sha256(data).hexdigest()
            if how != "course":
                content = decision.content if own and how != "replaced" else None
                yield Kept(lesson, source, target, how, seen, content, decision.beside)


def _refuse_collisions(git: Git, before: str, after: str, edited: set[str]) -> None:
    """Raise UpdateError where the new version would write over what is no lesson's file."""
    changed = git.changed(before, after)
    if clash := sorted(edited & changed):
        raise UpdateError(
            f"you have changed what the new version changes too: {', '.join(clash)}. Commit that "
            "or take it back (`git checkout -- FILE`), then update again."
        )
    tracked = set(git.names("ls-tree", "-r", "-z", "--name-only", before))
    if clash := sorted(path for path in changed - tracked if lies(git.folder / path)):
        raise UpdateError(
            f"the new version brings files that lie here already: {', '.join(clash)}. Move yours "
            "elsewhere, then update again."
        )


def lies(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _merged(versions: _Versions, home: Path) -> str:
    """The commit in which the learner's commits and the course's come together."""
    theirs = versions.theirs
    with _second_tree(versions.git, versions.before, home) as inside:
        inside.run("merge", "-q", "--no-commit", "--no-ff", theirs, ok=(0, 1))
        unmerged = set(inside.names("diff", "--name-only", "--diff-filter=U", "-z"))
        ours = {
            path_of(course, lesson, name)
            for course in versions.courses
            for lesson in course
            for name in LESSON_FILES
        }
        if clash := sorted(unmerged - ours):
            raise UpdateError(
                f"your commits and the new version change the same lines of {', '.join(clash)}. "
                "Nothing was changed. Take your change back there, or merge by hand: git merge "
                f"{theirs[:7]}"
            )
        result = _results(versions)
        inside.run("rm", "-q", "-f", "--ignore-unmatch", "--", *sorted(ours))
        for path, data in result.items():
            (inside.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (inside.folder / path).write_bytes(data)
        inside.run("add", "-f", paths=sorted(result))
        tree = inside.text("write-tree")
        message = f"Merge the course's version {theirs[:7]}"
        parents = ("-p", versions.before, "-p", theirs)
        return inside.text("commit-tree", tree, *parents, "-m", message)


def _results(versions: _Versions) -> dict[str, bytes]:
    """The lesson files of the merged commit, by path: the learner's and the course's by rule."""
    _, old, comes = versions.courses
    found: dict[str, bytes] = {}
    for lesson in old | comes:
        place = comes if lesson in comes else old
        beside = path_of(old, lesson, stubs.NEW)
        waiting = beside is not None and (versions.git.folder / beside).exists()
        for name in LESSON_FILES:
            decision = decide(name, *versions.of(lesson, name), waiting=waiting)
            if decision.content is not None:
                found[path_of(place, lesson, name)] = decision.content
    return found


@contextmanager
def _second_tree(git: Git, commit: str, home: Path) -> Iterator[Git]:
    place = home / "update" / "merge"
    _remove_tree(git, place)  # one that an interrupted update left behind
    place.parent.mkdir(parents=True, exist_ok=True)
    git.run("worktree", "add", "-q", "--detach", str(place), commit)
    try:
        yield Git(place)
    finally:
        _remove_tree(git, place)


def _remove_tree(git: Git, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    git.run("worktree", "prune")
