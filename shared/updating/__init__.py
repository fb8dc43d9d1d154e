"""`course update`: a new version of the course, without touching what the learner wrote.

Parts, from the outside in: `update` (this file), `plan` (what would happen), `rules` (what becomes
of one file), `steps` and `journal` (do it, and go on after an interruption), `git`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from shared import ROOT, progress, stubs
from shared.updating.git import Git, UpdateError, words
from shared.updating.journal import Journal
from shared.updating.plan import Kept, Plan, make
from shared.updating.steps import carry_out, resume

__all__ = ["UpdateError", "update"]


def update(
    root: Path = ROOT, *, dry_run: bool = False, say: Callable[[str], None] = print
) -> Plan | None:
    """Bring the checkout at `root` to the newest commit of the branch that it follows.

    `say` is told what happened, a line at a time. Returns the plan that was carried out (or, with
    `dry_run`, would be), None if there was nothing new. Raises UpdateError, and OSError where a
    backup cannot be kept: then nothing has changed.
    """
    git, home = Git(root), progress.folder()
    _refuse_other_folders(git)
    home.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(home / "update.lock", timeout=0):
            return _update(git, home, dry_run, say)
    except Timeout:
        raise UpdateError("another `course update` is running here: wait until it ends.") from None


def _update(git: Git, home: Path, dry_run: bool, say: Callable[[str], None]) -> Plan | None:
    if journal := Journal.read(home):
        if dry_run:
            say("An update was interrupted: `course update` goes on with it first.")
            return journal.plan
        notes = resume(git, journal, home)
        if notes is None:
            say("An update was interrupted: it was taken back and starts anew.")
        else:
            say("An update was interrupted: it is complete now.")
            _report(journal.plan, journal.backups, say)
            for note in notes:
                say(note)
    branch, remote = _followed(git)
    _refuse_unfinished(git)
    upstream = _fetch(git, branch, remote)
    plan = make(git, upstream, home)
    if plan is None:
        say(f"Nothing new: {upstream} holds nothing that you have not ({git.commit('HEAD')[:7]}).")
        return None
    if dry_run:
        say("Nothing is changed: this is what `course update` would do.")
        _report(plan, [], say)
        return plan
    _report(plan, carry_out(git, plan, home), say)
    return plan


def _refuse_other_folders(git: Git) -> None:
    if not (git.folder / ".git").exists():
        raise UpdateError(
            "this folder is no git checkout (a downloaded archive?), so it cannot be updated: "
            "`git clone` the course beside it; `course export` here and `course import` there "
            "carry your work over."
        )
    git.run("rev-parse", "--git-dir")  # git's own word where it refuses the folder


def _followed(git: Git) -> tuple[str, str]:
    """(the branch, the remote that it follows)"""
    branch = git.text("symbolic-ref", "-q", "--short", "HEAD", ok=(0, 1))
    if not branch:
        raise UpdateError(
            f"the checkout is on no branch (detached at {git.commit('HEAD')[:7]}): go back to one, "
            "`git switch main`, then update again."
        )
    remote = git.text("config", f"branch.{branch}.remote", ok=(0, 1))
    if not remote:
        raise UpdateError(
            f"the branch {branch} follows no other, so nobody knows where new versions come from: "
            f"`git branch --set-upstream-to=origin/{branch}` says it (`git remote -v` shows the "
            "names)."
        )
    return branch, remote


def _refuse_unfinished(git: Git) -> None:
    for name, verb in (("MERGE_HEAD", "merge"), ("CHERRY_PICK_HEAD", "cherry-pick")):
        if git.commit(name):
            raise UpdateError(
                f"a {verb} of yours is not finished: `git {verb} --continue` ends it, "
                f"`git {verb} --abort` takes it back. Then update again."
            )


def _fetch(git: Git, branch: str, remote: str) -> str:
    """Get what is new; returns the name of the branch that is followed."""
    done = git.run("fetch", "-q", remote, ok=range(256))
    if done.returncode:
        raise UpdateError(
            f"{remote} cannot be reached: {words(done)}. Without it there is no update; everything "
            "else works offline."
        )
    upstream = git.text("rev-parse", "--abbrev-ref", f"{branch}@{{upstream}}", ok=(0, 128))
    if not upstream or not git.commit(upstream):
        raise UpdateError(
            f"the branch that {branch} follows is not at {remote} any more: `git branch -r` shows "
            "those there are, `git branch --set-upstream-to=…` chooses one."
        )
    return upstream


def _report(plan: Plan, copies: list[Path], say: Callable[[str], None]) -> None:
    count = "1 commit" if plan.commits == 1 else f"{plan.commits} commits"
    say(f"From {plan.before[:7]} to {plan.after[:7]} ({plan.upstream}, {count}).")
    for old, new in plan.moved:
        say(f"Lesson {old} is now {new}.")
    if plan.fresh:
        say(f"New: {', '.join(plan.fresh)}")
    for number, kept in enumerate(plan.files):
        say(_line(kept, str(copies[number]) if copies else "the backups"))
    if copies:
        say(f"Copies of your files as they were: {os.path.commonpath([c.parent for c in copies])}")
    if plan.setup:
        say("What the course is built on has changed: run `make setup` (or `make lab`).")
    else:
        say("Next: course list")


def _line(kept: Kept, copy: str) -> str:
    """One file of the learner's in words; `copy` is where it lies as it was."""
    name = kept.target or kept.source
    return {
        "kept": f"{name}: yours, unchanged",
        "merged": f"{name}: yours, with what is new in the stub",
        "beside": f"{name}: yours, unchanged. The new stub does not fit into it and lies beside "
        f"it as {stubs.NEW}: take over by hand what you need, then remove it",
        "replaced": f"{name}: the new notebook. Yours, with what you ran: {copy}",
        "gone": f"{name}: the course has no such lesson any more. Your file: {copy}",
    }[kept.how]
