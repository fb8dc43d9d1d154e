"""Why a step of the set-up failed, in one sentence: what happened, the rule, the way out.

Part of `shared.setup.bootstrap`, and like it standard library only and readable by Python 3.6.
"""

import errno
import os
import re
import shutil
from typing import List

NO_SPACE = re.compile(r"No space left on device|Errno 28\b|Disk quota exceeded")
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError"
    r"|Failed to establish a new connection|Temporary failure in name resolution"
    r"|Network is unreachable|Connection (?:refused|reset|aborted)|timed out|SSLError"
)
NAMED = re.compile(
    r"No matching distribution found for ([\w.=<>~!+-]+)"
    r"|[Ff]ailed building (?:editable for |wheel for )?([\w.-]+)"
    r"|Could not build wheels for ([\w.-]+)"
    r"|[Cc]annot uninstall '?([\w.-]+)"
    r"|Package '([\w.-]+)' requires"
)
COLLECTED = re.compile(r"^\S*\s*Collecting (\S+)", re.MULTILINE)
STOPPING = (-1, -2, -3, -9, -15)
"""What a process ends with after SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM; others are crashes."""
CUT_SHORT = re.compile(r"Operation cancelled by user|exit code: -(?:1|2|3|9|15)\b")
"""How pip tells that it was stopped, or a program that builds a package for it."""
SMALLEST_FREE = 64 * 2**20
"""Bytes. With less the disk counts as full: pip cleans up behind itself and may not say why."""


AGAIN = "make {command}"
"""Stands in a sentence for what the user typed; `shared.setup.bootstrap` fills it in."""


class SetupError(Exception):
    """Set-up cannot go on; the text is the one sentence to show."""


class Stopped(KeyboardInterrupt):
    """Someone asked the set-up to end (SIGTERM). Unlike a Ctrl-C its children were not asked."""


def reason(command: List[str], code: int, said: str, venv: str) -> str:
    """The sentence for a `command` that ended with `code` after writing `said` to stderr."""
    if stopped(code, said):
        memory = "" if code != -9 else " (where nobody did it, the memory ran out: free some first)"
        return f"Set-up was stopped before it was done{memory}: run `{AGAIN}` again, it continues."
    place = venv if os.path.isdir(venv) else os.path.dirname(venv)
    if NO_SPACE.search(said) or shutil.disk_usage(place).free < SMALLEST_FREE:
        return disk_full(place)
    if "pip" not in command:
        last = (said.strip() or "it said nothing").splitlines()[-1]
        return (
            f"{venv} could not be made ({last}): put that right, remove the folder if it is there "
            f"and run `{AGAIN}` again."
        )
    if NO_NETWORK.search(said[-4000:]):
        return (
            "The package index could not be reached: the first set-up needs a network, so check "
            f"the connection and the proxy and run `{AGAIN}` again, it continues."
        )
    log = os.path.join(venv, "pip.log")
    return (
        f"pip could not install {package(said, log)}: the reason is above and near the end of "
        f"{log}, so put it right and run `{AGAIN}` again."
    )


def stopped(code: int, said: str) -> bool:
    """Was a command, or what it had started, ended by a signal that people and systems send?"""
    return code in STOPPING or CUT_SHORT.search(said) is not None


def package(said: str, log: str) -> str:
    """The package that pip stumbled over: named in its errors, else the last one it collected."""
    named = NAMED.search(said)
    if named:
        return next(group for group in named.groups() if group)
    try:
        with open(log, encoding="utf-8", errors="replace") as file:
            collected = COLLECTED.findall(file.read())
    except OSError:
        collected = []
    return collected[-1] if collected else "the lock"


def os_error(error: OSError) -> str:
    """The sentence for a file or folder that the set-up itself could not use."""
    place = str(error.filename or "the environment")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(place)
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return read_only(place)
    return f"{place}: {error.strerror or error}: put that right and run `{AGAIN}` again."


def disk_full(place: str) -> str:
    return (
        f"The disk that holds {place} is full: the environment needs about 2 GB (more with CUDA), "
        f"so free some space and run `{AGAIN}` again, it continues."
    )


def read_only(place: str) -> str:
    return (
        f"{place} cannot be written to: the environment needs a folder that can, so name one, "
        f"for example `COURSE_VENV=~/course-venv {AGAIN}`."
    )
