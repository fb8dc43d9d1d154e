"""`course update` where there can be none: one clear sentence, and nothing is changed."""

import subprocess

import pytest
from fake_upstream import clone, course, first_version, git

from shared.updating import UpdateError, update

__all__ = ["clone", "course", "first_version"]  # fixtures


@pytest.fixture
def refused(clone):
    """`refused(words)`: an update, which must be refused in these words."""

    def refused(words: str) -> None:
        before = clone.snapshot()
        with pytest.raises(UpdateError, match=words):
            update(clone.root, say=print)
        assert clone.snapshot() == before

    return refused


def test_without_git(refused, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    refused("git was not found")


def test_in_an_archive(clone, refused):
    (clone.root / ".git").rename(clone.root / "gone")
    refused("no git checkout")


def test_on_a_detached_head(clone, refused):
    git(clone.root, "checkout", "-q", "--detach")
    refused("on no branch .detached at .*git switch main")


def test_on_a_branch_that_follows_no_other(clone, refused):
    git(clone.root, "switch", "-q", "-c", "own")
    refused("the branch own follows no other.*--set-upstream-to=origin/own")


def test_offline(course, refused):
    course.root.rename(course.root.with_name("away"))
    refused("origin cannot be reached: .*works offline")


def test_where_the_branch_is_gone(clone, refused):
    git(clone.root, "config", "branch.main.merge", "refs/heads/other")
    refused("the branch that main follows is not at origin")


def test_in_the_middle_of_a_merge(course, clone, refused):
    (clone.root / "README.md").write_text("mine\n")
    clone.commit()
    course.write("README.md", "two\n")
    course.release()
    git(clone.root, "fetch", "-q")
    command = ["git", "merge", "-q", "origin/main"]
    subprocess.run(command, cwd=clone.root, capture_output=True, check=False)
    refused("a merge of yours is not finished: `git merge --continue`")


def test_of_another_course(course, refused):
    git(course.root, "checkout", "-q", "--orphan", "other")
    course.write("other.txt", "else it would be the same commit if made in the same second\n")
    course.commit()
    git(course.root, "branch", "-f", "main", "other")
    refused("no commit in common")


def test_to_a_course_that_cannot_be_read(course, refused):
    course.write("lessons/curriculum.toml", "[[lesson]]\nname = 1\n")
    course.commit()
    refused(r"curriculum\.toml of commit .* cannot be read")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("README.md", r"changes too: README\.md\. Commit that or"),
        ("new.txt", r"lie here already: new\.txt\. Move yours"),
    ],
)
def test_over_other_changes(course, clone, refused, path, words):
    clone.solve()
    (clone.root / path).write_text("mine\n")
    course.write(path, "two\n")
    course.release()
    refused(words)


def test_where_git_itself_refuses(course, clone, refused):
    """A file in the way of a new folder is seen by git alone; the exercise is put back."""
    clone.solve()
    (clone.root / "new").write_text("mine\n")
    course.write("new/file.txt", "two\n")
    course.release()
    refused("git merge failed: .*would be overwritten by merge: new$")
    (clone.root / "new").unlink()
    update(clone.root, say=print)
    assert (clone.root / "new" / "file.txt").exists()
