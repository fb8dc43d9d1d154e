"""What an update asks of git. Hooks and the settings that would change a merge are left out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "merge.autoStash": "false",
    "merge.directoryRenames": "true",  # a file added to a lesson's folder follows the folder
    "rerere.enabled": "false",
}
FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")


class UpdateError(RuntimeError):
    """Why there is no update, and the way out; the learner's files are as they were."""


class Git:
    """git in one working tree. Paths are relative to it and taken to the letter."""

    def __init__(self, folder: Path):
        self.folder = folder
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        self._command = ["git", *options]
        self._env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        self._env |= {"LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", "GIT_MERGE_AUTOEDIT": "no"}

    def run(
        self, *arguments: str, ok: Iterable[int] = (0,), paths: Iterable[str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run one command; `paths`, if any, are handed over where no list is too long.

        Raises UpdateError in git's own words for an exit status that is not `ok`.
        """
        given = None
        if paths is not None:
            arguments += ("--pathspec-from-file=-", "--pathspec-file-nul")
            given = "\0".join(paths).encode("utf-8", "surrogateescape")
        try:
            done = subprocess.run(
                [*self._command, *arguments],
                cwd=self.folder,
                env=self._env,
                input=given,
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            raise UpdateError(
                "git was not found: an update needs it. Install git and try again."
            ) from None
        if done.returncode not in ok:
            raise UpdateError(f"git {arguments[0]} failed: {words(done)}")
        return done

    def text(self, *arguments: str, ok: Iterable[int] = (0,)) -> str:
        """What a command prints, without the last line end; empty where it prints nothing."""
        return self.run(*arguments, ok=ok).stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def names(self, *arguments: str) -> list[str]:
        """The entries that a command prints under `-z`."""
        return [entry for entry in self.text(*arguments).split("\0") if entry]

    def commit(self, name: str) -> str:
        """The full hash of the commit called `name`, or nothing if there is none."""
        return self.text("rev-parse", "-q", "--verify", f"{name}^{{commit}}", ok=(0, 1, 128))

    def blob(self, revision: str, path: str | None) -> bytes | None:
        """A file as it stands in a commit; None if it is not there."""
        if path is None:
            return None
        done = self.run("cat-file", "blob", f"{revision}:{path}", ok=(0, 128))
        return done.stdout if done.returncode == 0 else None

    def changed(self, before: str, after: str) -> set[str]:
        """The paths at which two commits differ."""
        return set(self.names("diff", "--name-only", "--no-renames", "-z", before, after))

    def edited(self) -> set[str]:
        """The tracked files that differ from the last commit, staged or not."""
        entries = self.names("status", "--porcelain", "-z", "-uno", "--no-renames")
        return {entry[3:] for entry in entries}


def words(done: subprocess.CompletedProcess[bytes]) -> str:
    """The line of git's complaint that says why, with the files that it names."""
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    said = [line for line in lines if line.strip() and not line.startswith("hint:")]
    telling = [line for line in said if line.startswith(("fatal:", "error:"))]
    first = (telling or said or [f"exit status {done.returncode}"])[0].strip()
    first = first.removeprefix("fatal: ").removeprefix("error: ").rstrip(".")
    if first.endswith(":"):
        first += " " + ", ".join(line.strip() for line in said if line.startswith("\t"))
    return first
