"""The `course` command: everything that can be done with the course from a terminal."""

import sys

from shared.commands import app, author, learn, machine

__all__ = ["app", "author", "learn", "machine"]

if __name__ == "__main__":
    sys.exit(app())
