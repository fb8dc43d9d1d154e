"""Files: written so that whoever opens one sees the old or the whole new one; and their faults."""

import io
import os
import secrets
import tokenize
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


def not_utf8(source: bytes) -> str | None:
    """Where Python source is not UTF-8, in words; None if it is, or names another encoding."""
    try:
        if not tokenize.detect_encoding(io.BytesIO(source).readline)[0].startswith("utf-8"):
            return None
    except SyntaxError:  # what is not UTF-8 stands in its first two lines
        pass
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        before = source[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        what = f"byte {column} of it is 0x{source[error.start]:02x}, and the file is not UTF-8"
        return f"line {line}: {what}: save it as UTF-8"
    return None


def why(error: OSError) -> str:
    """Why the system refused, in words: without its number, and without the path, which may be that
    of a temporary file which nobody has heard of."""
    return error.strerror or str(error)


def write_text(path: Path, text: str) -> Path:
    """Write UTF-8 text, whole or not at all, and return `path`; its folder is made if missing."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> Path:
    """Write bytes, whole or not at all, and return `path`; its folder is made if missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_writer(path) as file:
        file.write(data)
    return path
