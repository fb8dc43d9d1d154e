"""Carry out a plan, so that it can be cut off anywhere without a loss.

Before anything changes, the learner's files are in the backups and the journal says what is going
to happen. Then their files make room, git moves on, and they are put in their places. What was cut
off before git had moved on is taken back and planned anew; what was cut off later is completed.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import time
from pathlib import Path

from shared import backups, stubs
from shared.files import write_bytes
from shared.updating.git import Git, UpdateError
from shared.updating.journal import Journal
from shared.updating.plan import Plan, course_at, lies

LOCK_SECONDS = 5.0
"""How long git's locks must outlive an interrupted update before they count as left behind."""


def carry_out(git: Git, plan: Plan, home: Path) -> list[Path]:
    """Do it; returns where the learner's files lie as they were, in the order of the plan's files.

    Raises UpdateError if git cannot move on; then everything is as it was.
    """
    course = course_at(git, plan.before)
    copies = [backups.keep(git.folder / kept.source, course[kept.lesson]) for kept in plan.files]
    journal = Journal(plan, copies)
    journal.write(home)
    try:
        for kept in plan.files:
            data = (git.folder / kept.source).read_bytes()
            if hashlib.sha256(data).hexdigest() != kept.seen:
                raise UpdateError(
                    f"{kept.source} was saved just now: save your work, then update again."
                )
        if plan.make_room:
            git.run("checkout", "-q", plan.before, paths=plan.make_room)
        git.run("merge", "-q", "--ff-only", plan.after)
    except UpdateError:
        _take_back(git, journal, home)
        raise
    _complete(git, journal, home)
    return copies


def resume(git: Git, journal: Journal, home: Path) -> list[str] | None:
    """Complete an interrupted update, or take it back.

    Returns None if it was taken back, else notes on files that were changed meanwhile.
    """
    _clear_locks(git)
    if git.commit("HEAD") == journal.plan.after:
        return _complete(git, journal, home)
    _take_back(git, journal, home)
    return None


def _clear_locks(git: Git) -> None:
    """Remove the locks of a git that was killed with an update; one that still runs is let be."""
    branch = git.text("symbolic-ref", "-q", "HEAD", ok=(0, 1)) or "HEAD"
    patience = time.monotonic() + LOCK_SECONDS
    for name in ("index", "ORIG_HEAD", "HEAD", branch):
        lock = git.folder / git.text("rev-parse", "--git-path", f"{name}.lock")
        while lock.exists() and time.monotonic() < patience:
            time.sleep(0.1)
        lock.unlink(missing_ok=True)


def _take_back(git: Git, journal: Journal, home: Path) -> None:
    """Everything as it was before. What neither git nor this update wrote is left as it is."""
    plan = journal.plan
    if git.commit("HEAD") == plan.before:
        changed = sorted(git.changed(plan.before, plan.after) | set(plan.make_room))
        git.run("reset", "-q", plan.before, paths=changed)  # the index alone
        there = set(git.names("ls-tree", "-r", "-z", "--name-only", plan.before))
        written = [path for path in changed if _is_gits(git, plan, path)]
        for path in set(written) - there:
            if lies(git.folder / path):
                (git.folder / path).unlink()
        if returning := [path for path in written if path in there]:
            git.run("checkout", "-q", plan.before, paths=returning)
    edited = git.edited()
    for kept, copy in zip(plan.files, journal.backups, strict=True):
        if kept.source not in edited and git.blob("HEAD", kept.source) is not None:
            write_bytes(git.folder / kept.source, copy.read_bytes())
    Journal.remove(home)


def _is_gits(git: Git, plan: Plan, path: str) -> bool:
    """Is a file missing, or the old commit's, or the new one's as far as git had written it?"""
    here = git.folder / path
    if not here.is_file():
        return not lies(here)
    data = here.read_bytes().replace(b"\r\n", b"\n")  # git may have been told to write CRLF
    blobs = [git.blob(commit, path) or b"" for commit in (plan.before, plan.after)]
    return any(blob.replace(b"\r\n", b"\n").startswith(data) for blob in blobs)


def _complete(git: Git, journal: Journal, home: Path) -> list[str]:
    """Git has moved on: the learner's files to their places."""
    _take_along(git.folder, journal.plan)
    notes = _place(git, journal)
    Journal.remove(home)
    return notes


def _place(git: Git, journal: Journal) -> list[str]:
    """Put the learner's files in their places; one that was changed meanwhile is left alone."""
    notes = []
    edited = git.edited()
    new = course_at(git, journal.plan.after)
    for kept, copy in zip(journal.plan.files, journal.backups, strict=True):
        if kept.target is None:
            continue
        place = git.folder / kept.target
        if kept.content is not None and not _holds(place, kept.content):
            if kept.target in edited and place.exists():
                notes.append(
                    f"{kept.target} was changed while the update was interrupted and is left as "
                    f"it is; as it was before: {copy}"
                )
                continue
            write_bytes(place, kept.content)
        beside = place.with_name(stubs.NEW)
        if kept.beside is not None and not _holds(beside, kept.beside):
            if stubs.is_begun(beside):
                backups.keep(beside, new[kept.lesson])
            write_bytes(beside, kept.beside)
    return notes


def _take_along(root: Path, plan: Plan) -> None:
    """Move what lies beside the course's files to a lesson's new folder: notes, data, backups."""
    for place in ("lessons", "solutions", "tests/lessons"):
        for before, after in plan.moved:
            old, new = root / place / before, root / place / after
            if old.is_dir() and new.is_dir():
                for path in sorted(old.iterdir()):
                    _move_into(path, new)
                with contextlib.suppress(OSError):  # something of the same name is in both
                    old.rmdir()


def _move_into(path: Path, folder: Path) -> None:
    target = folder / path.name
    if path.name == "__pycache__":
        shutil.rmtree(path)
    elif not target.exists():
        path.rename(target)
    elif path.is_dir() and target.is_dir():
        for inner in sorted(path.iterdir()):
            _move_into(inner, target)
        with contextlib.suppress(OSError):
            path.rmdir()


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
