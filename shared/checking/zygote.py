"""The zygote: one process that has imported what a lesson's checks use, and forks for each job.

Importing torch takes two seconds, a fork ten milliseconds. The zygote itself computes nothing and
starts no thread: a lock held or a thread pool begun before a fork hangs every child. There are two
in a run. One drives: it imports nothing of a lesson, its children import the learner's file. The
other judges: it has imported the references, and no code of a learner ever comes near it.

It is started by `shared.checking.client` as

    python -P -m shared.checking.zygote FD SCRATCH

and takes messages from the socket FD until that is closed: what to import, then jobs. Each job has
a folder of its own in SCRATCH, which goes with the zygote.
"""

import contextlib
import gc
import importlib
import os
import secrets
import shutil
import socket
import sys
import tempfile
from pathlib import Path

from shared import curriculum
from shared.checking import child, limits, wire
from shared.checking.supervise import supervise


def main(arguments: list[str]) -> int:
    control, scratch = socket.socket(fileno=int(arguments[0])), arguments[1]
    order, _ = wire.receive(control)
    try:
        prepare(order)
    except Exception as error:  # noqa: BLE001 - whatever a file raises when it is imported
        wire.send(control, {"ready": False, "why": f"{type(error).__name__}: {error}"})
        return 1
    limits.guard_parent()
    gc.collect()
    gc.freeze()  # else the collector of each child would touch, and so copy, every shared page
    wire.send(control, {"ready": True})
    while True:
        try:
            job, blob = wire.receive(control)
            wire.send(control, *run_job(job, blob, scratch, control))
        except (wire.WireError, ConnectionError):
            shutil.rmtree(scratch, ignore_errors=True)
            return 0


def prepare(order: dict) -> None:
    """Import `modules` by name and `files` as (path, name), so that no child has to."""
    for name in order["modules"]:
        importlib.import_module(name)
    sources = {name: Path(path) for name, path in order["sources"].items()}
    curriculum.pin(sources, Path(order["root"]))
    for path, name in order["files"]:
        curriculum.import_file(Path(path), name)
    curriculum.keep_imported()  # code that is checked might rewrite what it is checked by


def run_job(job: dict, blob: bytes, scratch: str, control: socket.socket) -> tuple[dict, bytes]:
    """Run one job in a child of its own; returns what became of it, and the child's bytes."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    reply, answer = socket.socketpair()
    output, printed = os.pipe()
    nonce = secrets.token_hex(16)
    pid = os.fork()
    if pid == 0:
        _in_child(job, blob, folder, answer, printed, nonce)
    answer.close()
    os.close(printed)
    try:
        return supervise(pid, job, reply.fileno(), output, nonce, control)
    finally:
        reply.close()
        os.close(output)
        shutil.rmtree(folder, ignore_errors=True)


def _in_child(
    job: dict, blob: bytes, folder: Path, answer: socket.socket, printed: int, nonce: str
) -> None:
    """Never returns: the child ends here, whatever the job does."""
    try:
        limits.confine_child(job["megabytes"])
        silence = os.open(os.devnull, os.O_RDONLY)
        for target, source in ((0, silence), (1, printed), (2, printed)):
            os.dup2(source, target)
        kept = answer.fileno()
        os.closerange(3, kept)
        os.closerange(kept + 1, 4096)
        os.chdir(folder)
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
        header, evidence = child.run(job, blob, folder)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        wire.send(answer, {"nonce": nonce, **header}, evidence)
    finally:
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
