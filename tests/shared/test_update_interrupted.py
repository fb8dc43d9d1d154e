"""`course update` is killed at each of its steps: nothing is lost, and the next one goes on."""

import os
import signal
from pathlib import Path

import pytest
from fake_upstream import SOLUTION, clone, course, first_version, git

from shared import backups
from shared.updating import UpdateError, journal, steps, update
from shared.updating.git import Git

__all__ = ["clone", "course", "first_version"]  # fixtures

STEPS = ("checkout", "merge", "place", "place again", "forget")


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def in_a_process(work) -> int:
    """Do it in a forked process; its exit status (negative: the signal)."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_before(step: str, root) -> None:
    """An update that is killed just before its step."""
    run, write = Git.run, steps.write_bytes
    written = []

    def run_or_die(self, *arguments, **options):
        if arguments[0] == step:
            kill()
        return run(self, *arguments, **options)

    def write_or_die(path, data):
        written.append(path)
        if step == "place" or (step == "place again" and len(written) == 2):
            kill()
        write(path, data)

    Git.run, steps.write_bytes = run_or_die, write_or_die
    if step == "journal":
        journal.write_text = lambda *_: kill()
    if step == "forget":
        journal.Journal.remove = staticmethod(lambda home: kill())
    update(root, say=lambda line: None)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(steps, "LOCK_SECONDS", 0.0)


@pytest.fixture
def work(course, clone):
    """An exercise to merge, one that stays, a notebook that stays, one that goes; renumbered."""
    clone.solve("toy")
    clone.solve("gear", body="return 'gear'")
    clone.run_notebook("toy")
    clone.run_notebook("gear")
    (clone.root / "README.md").write_text("mine\n")
    course.solutions["toy"] = SOLUTION.replace("Something between", "Something else between")
    course.title["toy"] = "# New title"
    course.numbers["gear"] = 4
    course.write("new.txt", "new\n")
    return course.release()


def finished(clone, commit) -> None:
    assert clone.head() == commit
    text = clone.lesson("toy").exercise.read_text()
    assert "return x + x" in text
    assert "Something else between" in text
    assert "return 'gear'" in clone.lesson("gear").exercise.read_text()
    assert "mine" in clone.lesson("gear").notebook.read_text()
    assert "New title" in clone.lesson("toy").notebook.read_text()
    assert any(b"mine" in data for data in clone.backups("toy"))
    assert (clone.root / "README.md").read_text() == "mine\n"
    assert git(clone.root, "status", "--porcelain").split("\n") == [
        " M README.md",
        " M lessons/02_toy/exercise.py",
        " M lessons/04_gear/exercise.py",
        " M lessons/04_gear/lesson.ipynb",
        "",
    ]


@pytest.mark.parametrize("step", ["fetch", "journal", *STEPS])
def test_killed_before_a_step(clone, work, step):
    assert in_a_process(lambda: killed_before(step, clone.root)) == -signal.SIGKILL
    update(clone.root, say=print)
    finished(clone, work)


@pytest.mark.parametrize("half", ["", "def "])
def test_killed_while_git_writes(clone, work, half):
    """Some files are new, one is cut short, git's locks are left, HEAD is old."""
    killed(clone, "merge")
    git(clone.root, "checkout", "-q", work, "--", "lessons/curriculum.toml", "lessons/04_gear")
    git(clone.root, "reset", "-q")
    new = git(clone.root, "show", f"{work}:lessons/02_toy/exercise.py")
    clone.root.joinpath("lessons/02_toy/exercise.py").write_text(new[: len(half) * 10])
    clone.root.joinpath("lessons/03_gear/lesson.ipynb").unlink()
    (clone.root / "new.txt").write_text("")
    for lock in ("index.lock", "HEAD.lock", "refs/heads/main.lock"):
        (clone.root / ".git" / lock).write_text("")
    update(clone.root, say=print)
    finished(clone, work)


def killed(clone, step: str) -> None:
    assert in_a_process(lambda: killed_before(step, clone.root)) == -signal.SIGKILL


@pytest.mark.parametrize("step", ["checkout", "merge"])
def test_what_is_written_before_the_next_one_counts(clone, work, step):
    """Killed before git moved on: the learner goes on, with a newer file than the backup's."""
    killed(clone, step)
    gear = clone.lesson("gear").exercise
    gear.write_text("GEAR = 'newer'\n")
    update(clone.root, say=print)
    assert clone.head() == work
    assert clone.lesson("gear").exercise.read_text().startswith("GEAR = 'newer'")
    assert any(b"return 'gear'" in data for data in clone.backups("gear"))


def test_what_is_written_after_git_moved_on_is_left_alone(clone, work):
    killed(clone, "place")
    path = clone.lesson("toy").exercise
    path.write_text("TOY = 'newer'\n")
    said = []
    update(clone.root, say=said.append)
    assert path.read_text() == "TOY = 'newer'\n"
    (note,) = [line for line in said if "changed while the update was interrupted" in line]
    assert "return x + x" in Path(note.rpartition("before: ")[2]).read_text()


def test_a_commit_in_between_takes_it_back(course, clone, work):
    killed(clone, "merge")
    git(clone.root, "commit", "-q", "--allow-empty", "-m", "Mine")
    update(clone.root, say=print)
    assert "return x + x" in clone.lesson("toy").exercise.read_text()
    assert "return 'gear'" in clone.lesson("gear").exercise.read_text()


def test_a_merge_that_is_cut_off_leaves_no_trace(course, clone, work):
    clone.commit()
    killed(clone, "commit-tree")
    assert git(clone.root, "status", "--porcelain") == ""
    update(clone.root, say=print)
    assert "return x + x" in clone.lesson("toy").exercise.read_text()
    assert git(clone.root, "worktree", "list").count("\n") == 1


def test_offline_the_interrupted_one_is_still_completed(course, clone, work):
    killed(clone, "forget")
    course.root.rename(course.root.with_name("away"))
    with pytest.raises(UpdateError, match="cannot be reached"):
        update(clone.root, say=print)
    finished(clone, work)


def test_a_dry_run_leaves_the_interrupted_one_alone(clone, work):
    killed(clone, "place")
    before = clone.snapshot()
    update(clone.root, say=print, dry_run=True)
    assert clone.snapshot() == before


def test_a_file_that_is_saved_during_the_update_stops_it(clone, work, monkeypatch):
    keep = backups.keep

    def save_and_keep(path, lesson):
        path.write_bytes(path.read_bytes() + b"# saved\n")
        return keep(path, lesson)

    monkeypatch.setattr(backups, "keep", save_and_keep)
    before = clone.head()
    with pytest.raises(UpdateError, match="saved just now"):
        update(clone.root, say=print)
    assert clone.head() == before
    assert clone.lesson("toy").exercise.read_text().endswith("# saved\n")


def test_a_damaged_journal_is_said(clone, work):
    killed(clone, "merge")
    (clone.root / ".course" / "update" / "journal.json").write_text("{")
    with pytest.raises(UpdateError, match=r"is damaged .*Your files are in .*backups"):
        update(clone.root, say=print)
