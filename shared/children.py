"""Work in a forked child, whose memory is its own.

>>> from shared.children import in_child
>>> in_child(lambda: sum(range(10)))
45
"""

import ctypes
import gc
import multiprocessing
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # <malloc.h>


def in_child(fn: Callable[[], T], *, seconds: float = 300) -> T:
    """What `fn()` returns in a forked child, for memory that must not be mixed up with ours.

    The value comes back by pickle. The child prints nothing, has one thread (pools do not survive
    a fork) and cannot use CUDA if this process has. What it frees goes back to the system at once,
    where the C library is glibc. Raises RuntimeError if `fn` fails there, TimeoutError after
    `seconds`.
    """
    gc.collect()  # here and not in the child: it would touch, and so copy, every page
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_report, args=(fn, theirs))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # 3.12: fork beside other threads
        child.start()
    theirs.close()
    try:
        if not ours.poll(seconds):
            raise TimeoutError(f"the measured call took longer than {seconds} s")
        value, problem = ours.recv()
    except EOFError:
        child.join()
        raise RuntimeError(f"the measured call ended its process: {child.exitcode}") from None
    finally:
        child.kill()
        child.join()
        ours.close()
    if problem:
        raise RuntimeError(f"the measured call failed: {problem}")
    return value


def _report(fn: Callable[[], Any], pipe: Any) -> None:
    """In the child: run, then send (the value, what went wrong or "")."""
    gc.freeze()  # what the parent made is not looked at again when `fn` collects
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the process ends
    for stream in (1, 2):
        os.dup2(sys.stdout.fileno(), stream)
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
    give_back_freed_memory()
    value, problem = None, ""
    try:
        value = fn()
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent shall hear of it
        problem = f"{type(error).__name__}: {error}"
    pipe.send((value, problem))


def give_back_freed_memory() -> None:
    """Let glibc keep no freed pages: they would be used again without a trace."""
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim") and hasattr(library, "mallopt"):
        for option in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
            library.mallopt(option, 1 << 16)
        library.malloc_trim(0)
