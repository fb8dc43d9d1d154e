"""Waiting for one child within its limits, ending all that it started, saying what became of it."""

import os
import select
import signal
import socket
import time

import psutil

from shared.checking import limits, wire
from shared.checking.evidence import MAX_BYTES

MAX_MESSAGE = MAX_BYTES + 2**20
TEXTS, MAX_TEXT, MAX_CALLS = ("outcome", "message", "verdict"), 4000, 1000
"""What a child may say beside its evidence: which texts, how many characters, how many calls."""
OUTPUT_KEPT = 4000
"""How many bytes of what a job prints are kept: the last ones."""
TICK, LAST_TICK, MEMORY_TICK = 0.02, 0.001, 0.1
"""Seconds between looks at the child, at one that has closed its streams, and at its memory."""


class Stream:
    """What arrives on a descriptor, read without waiting; `kept` bounds it to the last bytes."""

    def __init__(self, descriptor: int, kept: int | None = None):
        os.set_blocking(descriptor, False)
        self.descriptor, self.kept = descriptor, kept
        self.data, self.lost, self.open = bytearray(), 0, True

    def fileno(self) -> int:
        return self.descriptor

    def read(self) -> bool:
        """Take what is there now; False where there is nothing more for the moment."""
        try:
            part = os.read(self.descriptor, 1 << 16)
        except BlockingIOError:
            return False
        except ConnectionError:
            part = b""
        self.open = bool(part)
        self.data += part
        if self.kept is not None and len(self.data) > self.kept:
            self.lost += len(self.data) - self.kept
            del self.data[: -self.kept]
        return self.open

    def drain(self) -> None:
        """Take what is left, once nobody writes any more."""
        while self.read() and len(self.data) <= MAX_MESSAGE:
            pass


def supervise(
    pid: int, job: dict, reply: int, output: int, nonce: str, control: socket.socket
) -> tuple[dict, bytes]:
    """Wait for the child `pid`; afterwards nothing that it started is left.

    Returns the `status` and the child's evidence. The status is `done` (then `answer` is what the
    child says), `exited` (with its `code`), `killed` (with the `signal`), `timeout`, `limit`,
    `garbled` (it sent something else than one message), or `abandoned` (the runner is gone).
    """
    message, printed = Stream(reply), Stream(output, OUTPUT_KEPT)
    try:
        verdict, status = _wait(pid, job, message, printed, control)
    finally:
        limits.end_all(pid)
    message.drain()
    printed.drain()
    said = {"output": printed.data.decode(errors="replace"), "output_lost": printed.lost}
    if verdict is None:
        verdict, details, evidence = _outcome(bytes(message.data), status, nonce)
        return {"status": verdict, **details, **said}, evidence
    return {"status": verdict, **said}, b""


def _wait(
    pid: int, job: dict, message: Stream, printed: Stream, control: socket.socket
) -> tuple[str | None, int | None]:
    """Until the child ends or may run no longer: (why it must end, or None; its exit status)."""
    baseline = psutil.Process().memory_info().rss
    began = time.monotonic()
    next_look = began + MEMORY_TICK  # a look at all processes takes as long as a small job
    while True:
        streams = [stream for stream in (message, printed) if stream.open]
        tick = TICK if streams else LAST_TICK
        ready, _, _ = select.select([*streams, control], [], [], tick)
        if control in ready:  # no message is due now: the other end was closed
            return "abandoned", None
        for stream in ready:
            stream.read()
        if len(message.data) > MAX_MESSAGE:
            return "garbled", None
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return None, os.waitstatus_to_exitcode(status)
        now = time.monotonic()
        if now - began > job["seconds"]:
            return "timeout", None
        if now >= next_look:
            next_look = now + MEMORY_TICK
            if limits.resident_beyond(baseline) > job["megabytes"] * 2**20:
                return "limit", None


def _outcome(message: bytes, status: int, nonce: str) -> tuple[str, dict, bytes]:
    """What a child that ended by itself amounts to: (status, details, evidence)."""
    if not message and status < 0:
        return "killed", {"signal": signal.Signals(-status).name}, b""
    if not message:
        return "exited", {"code": status}, b""
    try:
        header, evidence = wire.unpack(message)
    except wire.WireError:
        return "garbled", {}, b""
    calls = header.get("calls", [])
    if header.get("nonce") != nonce or not isinstance(calls, list):
        return "garbled", {}, b""
    # The child may be forging: only texts pass, and of a length that does no harm.
    answer = {key: str(header[key])[:MAX_TEXT] for key in TEXTS if key in header}
    answer["calls"] = [str(call)[:MAX_TEXT] for call in calls[:MAX_CALLS]]
    return "done", {"answer": answer}, evidence
