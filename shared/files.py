"""Writing a file so that whoever opens it sees the old one or the whole new one."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_writer(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of `path` when the block ends, and not at all if it fails.

    The bytes go to a new file in the same folder, for only inside one file system a rename is
    atomic; it is synced before the rename, or a power cut could leave a renamed empty file. After a
    kill -9 it stays behind as `.NAME.….part`, which nobody reads.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> Path:
    """Write UTF-8 text, whole or not at all, and return `path`; its folder is made if missing."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> Path:
    """Write bytes, whole or not at all, and return `path`; its folder is made if missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_writer(path) as file:
        file.write(data)
    return path
