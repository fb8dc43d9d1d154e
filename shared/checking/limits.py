"""What the operating system does to hold a check's process in bounds."""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time

import psutil

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36  # <linux/prctl.h>
MAX_FILE_BYTES = 4 * 2**30


def _prctl(option: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def guard_parent() -> None:
    """In the zygote: orphans of a check become its children, so that it can end them, and its own
    memory and descriptors are closed to other processes of the same user."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    _prctl(PR_SET_DUMPABLE, 0)


def confine_child(megabytes: int) -> None:
    """In the child: its own session, an end when the zygote ends, and a ceiling on memory."""
    os.setsid()
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _prctl(PR_SET_DUMPABLE, 1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    if LINUX:
        # Address space is what can be limited; the fork starts with that of all preloaded
        # modules, so the budget comes on top. `resident_beyond` watches the rest.
        with open("/proc/self/statm") as statm:
            now = int(statm.read().split()[0]) * resource.getpagesize()
        ceiling = now + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling))


def resident_beyond(baseline: int) -> int:
    """Resident bytes of this process's descendants, adopted orphans too, beyond `baseline` each
    (what a fresh fork shares with its parent)."""
    total = 0
    with contextlib.suppress(psutil.Error):
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                total += max(0, process.memory_info().rss - baseline)
    return total


def end_all(child: int, looks: int = 2000) -> None:
    """End a child and all that it started, and wait until they are gone: some seconds at most.

    Looks are counted and not seconds: a machine that was asleep meanwhile must still look.

    On Linux orphans are adopted by this process (`guard_parent`), so every descendant is found.
    Elsewhere one that left its session by a double fork may stay.
    """
    for _ in range(looks):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                process.kill()
        time.sleep(0.001)
