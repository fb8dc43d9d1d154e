"""The `course` command: everything that can be done with the course from a terminal."""

import sys

from shared.commands import (  # isort: skip (in the order in which --help shows them)
    app,
    learn,
    work,
    machine,
    doctor,
    site,
    author,
    mutate,
)

__all__ = ["app", "author", "doctor", "learn", "machine", "mutate", "site", "work"]

if __name__ == "__main__":
    sys.exit(app())
